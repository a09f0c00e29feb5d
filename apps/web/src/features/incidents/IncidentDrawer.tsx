import { type Incident, incidentText } from '@fleetdeck/contract/incidents'
import { Alert, Button, Descriptions, Drawer } from 'antd'
import { DurationText } from '../../components/DurationText.tsx'
import { severityConditions } from '../../components/incidents/IncidentList.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { incidentStateOf, subjectText } from './incident-state.ts'
import styles from './incidents.module.css'

interface IncidentDrawerProps {
  incident: Incident
  onClose: () => void
  onAcknowledge?: () => Promise<void>
}

/** The problem, the remedy, and the start of an incident. */
export function IncidentDrawer({ incident, onClose, onAcknowledge }: IncidentDrawerProps) {
  const t = useText()
  const { kind, severity, openedAt, endedAt, lastSeenAt, acknowledgedAt, acknowledgedBy } = incident
  const acknowledge = async () => {
    await onAcknowledge?.()
    onClose()
  }
  return (
    <Drawer
      open
      size={520}
      title={t(`incident.kind.${kind}`)}
      onClose={onClose}
      extra={
        onAcknowledge && (
          <Button type="primary" onClick={acknowledge}>
            {t('incident.ack')}
          </Button>
        )
      }
    >
      <div className={styles.details}>
        <Alert
          type={endedAt !== null ? 'info' : severity === 'critical' ? 'error' : 'warning'}
          title={incidentText(t, incident)}
          description={t(`incident.advice.${kind}`)}
        />
        <Descriptions
          size="small"
          column={1}
          items={[
            {
              key: 'severity',
              label: t('incident.severity'),
              children: (
                <StateBadge
                  condition={severityConditions[severity]}
                  text={t(`incident.severity.${severity}`)}
                />
              ),
            },
            {
              key: 'state',
              label: t('incident.state'),
              children: t(`incident.state.${incidentStateOf(incident)}`),
            },
            { key: 'subject', label: t('incident.subject'), children: subjectText(t, incident) },
            { key: 'openedAt', label: t('incident.openedAt'), children: fullTime(openedAt) },
            endedAt === null
              ? { key: 'seen', label: t('incident.lastSeenAt'), children: fullTime(lastSeenAt) }
              : { key: 'endedAt', label: t('incident.endedAt'), children: fullTime(endedAt) },
            {
              key: 'lasted',
              label: t('incident.lasted'),
              children: <DurationText since={openedAt} until={endedAt} />,
            },
            {
              key: 'ack',
              label: t('incident.acknowledgedBy'),
              children:
                acknowledgedAt === null
                  ? t('incident.notAcknowledged')
                  : `${acknowledgedBy ?? '–'} · ${fullTime(acknowledgedAt)}`,
            },
          ]}
        />
        {onAcknowledge && <p className={styles.hint}>{t('incident.ackHint')}</p>}
      </div>
    </Drawer>
  )
}
