import type { DeviceIncident } from '@fleetdeck/contract/device-incidents'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import styles from '../incidents/incidents.module.css'
import { StateBadge } from '../StateBadge.tsx'
import { TimeText } from '../TimeText.tsx'
import { causeText, deviceIncidentPath, incidentCondition, incidentTitle } from './incident-text.ts'

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
              <span className={styles.since}>
                <TimeText value={incident.since} />
              </span>
            </span>
            <span>{causeText(t, incident)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
