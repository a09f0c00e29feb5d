import { Link } from 'react-router'
import { IncidentList } from '../../components/incidents/IncidentList.tsx'
import { openIncidents, useIncidentSummary } from '../../components/incidents/use-incident-summary.ts'
import { StateShape } from '../../components/StateBadge.tsx'
import { ageText } from '../../components/time-text.ts'
import { useSecond } from '../../components/use-now.ts'
import { useText } from '../../ground/language.ts'

const shownIncidents = 5

/** What is wrong with the installation and what to do, for its administrators; one line while all is well. */
export function InstallationState() {
  const t = useText()
  const { data, isError, dataUpdatedAt } = useIncidentSummary()
  if (!data) return isError ? <p className="home-well">{t('incident.unavailable')}</p> : null
  const count = data.critical + data.warning
  if (count === 0) return <Well seconds={data.checkedSeconds} since={dataUpdatedAt} />
  return (
    <section className="home-card home-incidents" aria-label={t('incident.home')}>
      <h2>
        {t('incident.home')} · {t('incident.open', { count })}
      </h2>
      <IncidentList list={data.open.slice(0, shownIncidents)} />
      {count > shownIncidents && <Link to={openIncidents}>{t('incident.all')}</Link>}
    </section>
  )
}

/** `since`: when the page read the age of the check; ms since 1970. */
function Well({ seconds, since }: { seconds: number | null; since: number }) {
  const t = useText()
  const now = useSecond()
  if (seconds === null) return <p className="home-well">{t('incident.wellFirst')}</p>
  const time = ageText(Math.max(0, now - since) + seconds * 1000, document.documentElement.lang)
  return (
    <p className="home-well">
      <StateShape condition="online" /> {t('incident.well', { time })}
    </p>
  )
}
