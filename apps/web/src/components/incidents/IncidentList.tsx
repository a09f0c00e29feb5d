import { type Incident, type IncidentSeverity, incidentText } from '@fleetdeck/contract/incidents'
import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import type { Condition } from '../device-condition.ts'
import { StateBadge } from '../StateBadge.tsx'
import { TimeText } from '../TimeText.tsx'
import styles from './incidents.module.css'
import { openIncidents } from './use-incident-summary.ts'

export const severityConditions: Record<IncidentSeverity, Condition> = {
  critical: 'failed',
  warning: 'trouble',
}

interface IncidentListProps {
  list: readonly Incident[]
  /** Without what to do. */
  isShort?: boolean
  onOpen?: () => void
}

/** Incidents with their severity, problem and remedy; each links to the list. */
export function IncidentList({ list, isShort = false, onOpen }: IncidentListProps) {
  const t = useText()
  return (
    <ul className={styles.list}>
      {list.map((incident) => (
        <li key={incident.id}>
          <Link to={openIncidents} onClick={onOpen}>
            <span className={styles.head}>
              <StateBadge
                condition={severityConditions[incident.severity]}
                text={<strong>{t(`incident.kind.${incident.kind}`)}</strong>}
              />
              <small>{t(`incident.severity.${incident.severity}`)}</small>
              {incident.acknowledgedAt !== null && <small>{t('incident.acknowledged')}</small>}
              <span className={styles.since}>
                <span>{t('incident.openedAt')} </span>
                <TimeText value={incident.openedAt} />
              </span>
            </span>
            <span>{incidentText(t, incident)}</span>
            {!isShort && <span className={styles.advice}>{t(`incident.advice.${incident.kind}`)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
