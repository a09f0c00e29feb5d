import type { DeviceIncident } from '@fleetdeck/contract/device-incidents'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import styles from '../incidents/incidents.module.css'
import { StateBadge } from '../StateBadge.tsx'
import { TimeText } from '../TimeText.tsx'
import { shortTime } from '../time-text.ts'
import { numbersText, silenceEnd } from './incident-details.ts'
import { causeText, deviceIncidentPath, incidentCondition, incidentTitle } from './incident-text.ts'

function SilenceMark({ incident }: { incident: DeviceIncident }) {
  const t = useText()
  const end = silenceEnd(incident)
  return end && <small>{t('deviceIncident.silencedUntil', { time: shortTime(end) })}</small>
}

/** Incidents of devices; each links to its details. */
export function DeviceIncidentList({
  list,
  onOpen,
}: {
  list: readonly DeviceIncident[]
  onOpen?: () => void
}) {
  const t = useText()
  return (
    <ul className={styles.list}>
      {list.map((incident) => (
        <li key={incident.id}>
          <Link to={deviceIncidentPath(incident.id)} onClick={onOpen}>
            <span className={styles.head}>
              <StateBadge
                condition={incidentCondition(incident)}
                text={<strong>{incidentTitle(t, incident)}</strong>}
              />
              {incident.acknowledgedAt !== null && <small>{t('alarm.state.acknowledged')}</small>}
              <SilenceMark incident={incident} />
              <span className={styles.since}>
                <TimeText value={incident.since} />
              </span>
            </span>
            <span>{causeText(t, incident)}</span>
            {incident.kind !== 'bot' && <span className={styles.advice}>{numbersText(t, incident)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
