import {
  type DeviceIncident,
  DeviceIncidentCause,
  DeviceIncidentKind,
  deviceIncidents,
} from '@fleetdeck/contract/device-incidents'
import type { DeviceIncidentId } from '@fleetdeck/contract/ids'
import { useSearchParams } from 'react-router'
import { DurationText } from '../../components/DurationText.tsx'
import { numbersText, silenceEnd } from '../../components/device-incidents/incident-details.ts'
import {
  causeText,
  incidentCondition,
  incidentTitle,
} from '../../components/device-incidents/incident-text.ts'
import { useDeviceIncidentEvents } from '../../components/device-incidents/use-device-incidents.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { shortTime } from '../../components/time-text.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn, CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter, dayFilters } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import styles from './device-incidents.module.css'
import { IncidentDrawer } from './IncidentDrawer.tsx'
import { WeekFigures } from './WeekFigures.tsx'

const columnsOf = (t: Translate, open: (id: DeviceIncidentId) => void): CrudColumn<DeviceIncident>[] => [
  {
    key: 'what',
    title: t('deviceIncident.what'),
    render: (_, incident) => (
      <>
        <button type="button" className={styles.open} onClick={() => open(incident.id)}>
          <StateBadge condition={incidentCondition(incident)} text={incidentTitle(t, incident)} />
        </button>
        {incident.kind !== 'bot' && <small className={styles.numbers}>{numbersText(t, incident)}</small>}
      </>
    ),
  },
  {
    key: 'cause',
    title: t('deviceIncident.cause'),
    render: (_, incident) => <span className={styles.what}>{causeText(t, incident)}</span>,
  },
  {
    key: 'devices',
    title: t('deviceIncident.devices'),
    render: (_, { kind, endedAt, lasting, devices }) => {
      if (kind === 'bot') return '–'
      return endedAt === null ? t('deviceIncident.stillAffected', { lasting, count: devices }) : devices
    },
  },
  {
    key: 'state',
    title: t('deviceIncident.state'),
    render: (_, incident) => {
      const end = silenceEnd(incident)
      return (
        <>
          {t(`deviceIncident.state.${incident.endedAt === null ? 'open' : 'ended'}`)}
          {end && (
            <small className={styles.numbers}>
              {t('deviceIncident.silencedUntil', { time: shortTime(end) })}
            </small>
          )}
        </>
      )
    },
  },
  timeColumn('since', t('deviceIncident.since')),
  {
    key: 'lasting',
    title: t('deviceIncident.lasting'),
    align: 'right',
    render: (_, { since, endedAt }) => <DurationText since={since} until={endedAt} />,
  },
  { key: 'acknowledgedBy', title: t('deviceIncident.acknowledgedBy') },
  { key: 'assignee', title: t('deviceIncident.assignee') },
  timeColumn('endedAt', t('deviceIncident.endedAt'), { hiddenAtFirst: true }),
  { key: 'userName', title: t('deviceIncident.user'), hiddenAtFirst: true },
]

const filtersOf = (t: Translate): CrudFilter[] => [
  choiceFilter(t, 'state', t('deviceIncident.state'), [
    ['open', t('deviceIncident.state.open')],
    ['ended', t('deviceIncident.state.ended')],
  ]),
  choiceFilter(
    t,
    'kind',
    t('deviceIncident.kind'),
    DeviceIncidentKind.options.map((kind) => [kind, t(`deviceIncident.kind.${kind}`)] as const),
  ),
  choiceFilter(
    t,
    'cause',
    t('deviceIncident.cause'),
    DeviceIncidentCause.options.map((cause) => [cause, t(`deviceIncident.causeName.${cause}`)] as const),
  ),
  choiceFilter(t, 'mine', t('deviceIncident.assignee'), [['1', t('deviceIncident.mine')]]),
  ...dayFilters(t),
]

/** Problems that many devices have in common, and bots that fail. */
export function DeviceIncidentsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  useDeviceIncidentEvents()
  const shown = Number(params.get('incident') ?? 0)
  const show = (id: number | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (id === undefined) next.delete('incident')
      else next.set('incident', String(id))
      return next
    })
  return (
    <>
      <CrudPage
        contract={deviceIncidents}
        title={t('deviceIncident.title')}
        columns={columnsOf(t, show)}
        nameOf={(incident) => incidentTitle(t, incident)}
        filters={filtersOf(t)}
        notice={<WeekFigures />}
        rowActions={({ id }) => [{ key: 'details', label: t('deviceIncident.details'), run: () => show(id) }]}
        emptyText={t('deviceIncident.empty')}
      />
      {shown > 0 && <IncidentDrawer id={shown as DeviceIncidentId} onClose={() => show(undefined)} />}
    </>
  )
}
