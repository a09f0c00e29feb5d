import {
  type Incident,
  IncidentSeverity,
  incidentKinds,
  incidents,
  incidentText,
} from '@fleetdeck/contract/incidents'
import { Button } from 'antd'
import { useState } from 'react'
import { DurationText } from '../../components/DurationText.tsx'
import { severityConditions } from '../../components/incidents/IncidentList.tsx'
import { useIncidentEvents } from '../../components/incidents/use-incident-summary.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn, CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter, dayFilters } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { IncidentDrawer } from './IncidentDrawer.tsx'
import { incidentStateOf, incidentStates, subjectText } from './incident-state.ts'
import styles from './incidents.module.css'
import { useAcknowledge } from './use-acknowledge.ts'

const columnsOf = (t: Translate): CrudColumn<Incident>[] => [
  {
    key: 'kind',
    title: t('incident.kind'),
    render: (_, { kind, severity, endedAt }) => (
      <StateBadge
        condition={endedAt === null ? severityConditions[severity] : 'offline'}
        text={t(`incident.kind.${kind}`)}
      />
    ),
  },
  {
    key: 'severity',
    title: t('incident.severity'),
    render: (_, { severity }) => t(`incident.severity.${severity}`),
  },
  {
    key: 'what',
    title: t('incident.what'),
    render: (_, incident) => <span className={styles.what}>{incidentText(t, incident)}</span>,
  },
  {
    key: 'state',
    title: t('incident.state'),
    render: (_, incident) => t(`incident.state.${incidentStateOf(incident)}`),
  },
  timeColumn('openedAt', t('incident.openedAt')),
  timeColumn('endedAt', t('incident.endedAt'), { hiddenAtFirst: true }),
  {
    key: 'lasted',
    title: t('incident.lasted'),
    align: 'right',
    render: (_, { openedAt, endedAt }) => <DurationText since={openedAt} until={endedAt} />,
  },
  { key: 'acknowledgedBy', title: t('incident.acknowledgedBy') },
  {
    key: 'subject',
    title: t('incident.subject'),
    hiddenAtFirst: true,
    render: (_, incident) => subjectText(t, incident),
  },
]

const filtersOf = (t: Translate): CrudFilter[] => [
  choiceFilter(
    t,
    'state',
    t('incident.state'),
    incidentStates.map((state) => [state, t(`incident.state.${state}`)] as const),
  ),
  choiceFilter(
    t,
    'severity',
    t('incident.severity'),
    IncidentSeverity.options.map((severity) => [severity, t(`incident.severity.${severity}`)] as const),
  ),
  choiceFilter(
    t,
    'kind',
    t('incident.kind'),
    incidentKinds.map((kind) => [kind, t(`incident.kind.${kind}`)] as const),
  ),
  ...dayFilters(t),
]

/** Present and past problems of the installation itself. */
export function IncidentsPage() {
  const t = useText()
  const mayAck = useMay(incidents.ack.permission)
  const [shown, setShown] = useState<Incident>()
  const acknowledge = useAcknowledge()
  useIncidentEvents()
  return (
    <>
      <CrudPage
        contract={incidents}
        title={t('incident.title')}
        columns={columnsOf(t)}
        nameOf={({ kind, subject }) => `${t(`incident.kind.${kind}`)} ${subject}`.trim()}
        filters={filtersOf(t)}
        rowActions={(incident) => [
          { key: 'detail', label: t('incident.detail'), run: () => setShown(incident) },
          mayAck &&
            isAcknowledgeable(incident) && {
              key: 'ack',
              label: t('incident.ack'),
              run: () => acknowledge([incident]),
            },
        ]}
        {...(mayAck && {
          batchActions: (rows: readonly Incident[], onDone: () => void) => (
            <Button
              size="small"
              disabled={!rows.some(isAcknowledgeable)}
              onClick={async () => {
                await acknowledge(rows.filter(isAcknowledgeable))
                onDone()
              }}
            >
              {t('incident.ack')}
            </Button>
          ),
        })}
        emptyText={t('incident.empty')}
      />
      {shown && (
        <IncidentDrawer
          incident={shown}
          onClose={() => setShown(undefined)}
          {...(mayAck && isAcknowledgeable(shown) && { onAcknowledge: () => acknowledge([shown]) })}
        />
      )}
    </>
  )
}

/** One that is only in a server's memory has no row yet. */
const isAcknowledgeable = ({ id, acknowledgedAt }: Incident) => acknowledgedAt === null && id > 0
