import type { Incident } from '@fleetdeck/contract/incidents'
import { Link } from 'react-router'
import { IncidentList } from '../../components/incidents/IncidentList.tsx'
import { openIncidents } from '../../components/incidents/use-incident-summary.ts'
import { useText } from '../../ground/language.ts'

const shownIncidents = 5

/** The worst incidents; `count` is the number of all that are open. */
export function OpenIncidents({ open, count }: { open: readonly Incident[]; count: number }) {
  const t = useText()
  return (
    <section className="home-card home-incidents" aria-label={t('incident.home')}>
      <h2>
        {t('incident.home')} · {t('incident.open', { count })}
      </h2>
      <IncidentList list={open.slice(0, shownIncidents)} />
      {count > shownIncidents && <Link to={openIncidents}>{t('incident.all')}</Link>}
    </section>
  )
}
