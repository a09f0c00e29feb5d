import { type Alarm, alarms } from '@fleetdeck/contract/alarms'
import { deadPhoneName, deadPhonePlace } from '@fleetdeck/contract/dead-phones'
import { type DeviceIncidentDetail, deviceIncidents } from '@fleetdeck/contract/device-incidents'
import type { DeviceIncidentId } from '@fleetdeck/contract/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Descriptions, Drawer, Skeleton } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { DurationText } from '../../components/DurationText.tsx'
import { numbersText, silenceEnd } from '../../components/device-incidents/incident-details.ts'
import {
  causeText,
  incidentCondition,
  incidentTitle,
} from '../../components/device-incidents/incident-text.ts'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PagedTable } from '../../components/PagedTable.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { fullTime } from '../../components/time-text.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { AssigneeField } from './AssigneeField.tsx'
import styles from './device-incidents.module.css'
import { IncidentActions } from './IncidentActions.tsx'
import { IncidentComputers } from './IncidentComputers.tsx'
import { TimeLine } from './TimeLine.tsx'

/** An incident with everything that can be done about it. */
export function IncidentDrawer({ id, onClose }: { id: DeviceIncidentId; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  // Its time line tells what has become of commands.
  useConsoleEvents((event) => {
    if (event.action === 'commandsChanged')
      inBackground(client.invalidateQueries({ queryKey: [deviceIncidents.one.path, id] }))
  })
  const { data, error, refetch } = useQuery({
    queryKey: [deviceIncidents.one.path, id],
    queryFn: ({ signal }) => call(deviceIncidents.one, { query: { id }, signal }),
    meta: { silent: true },
  })
  return (
    <Drawer
      open
      size={640}
      title={data ? incidentTitle(t, data) : t('deviceIncident.title')}
      onClose={onClose}
    >
      {error && !data && (
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton active />}
      {data && <Details incident={data} />}
    </Drawer>
  )
}

/** Why, and what to do. */
function adviceTexts(t: Translate, { kind, cause, causeValue }: DeviceIncidentDetail): string[] {
  if (kind === 'bot')
    return [t(`alarm.failure.${causeValue}` as 'alarm.failure.timeout'), t('deviceIncident.advice.bot')]
  if (kind === 'deadPhone') return [t('deviceIncident.advice.deadPhone')]
  if (kind === 'service') return [t('deviceIncident.restartHint')]
  return [t(`deviceIncident.advice.${cause}`, { value: causeValue })]
}

function Details({ incident }: { incident: DeviceIncidentDetail }) {
  const t = useText()
  const { kind, since, endedAt, devices, lasting, isPartial } = incident
  const item = (key: string, label: string, children: React.ReactNode) => ({ key, label, children })
  const silencedUntil = silenceEnd(incident)
  return (
    <div className={styles.details}>
      <Alert
        type={endedAt !== null ? 'info' : 'error'}
        title={`${incidentTitle(t, incident)} · ${causeText(t, incident)}`}
        description={endedAt === null && adviceTexts(t, incident).map((text) => <div key={text}>{text}</div>)}
      />
      <IncidentActions incident={incident} />
      <DeadPhones incident={incident} />
      <IncidentComputers incident={incident} />
      {isPartial && <p className={styles.hint}>{t('deviceIncident.partial')}</p>}
      <Descriptions
        size="small"
        column={1}
        items={[
          item(
            'state',
            t('deviceIncident.state'),
            <StateBadge
              condition={incidentCondition(incident)}
              text={t(`deviceIncident.state.${endedAt === null ? 'open' : 'ended'}`)}
            />,
          ),
          ...(kind === 'bot'
            ? []
            : [
                item(
                  'devices',
                  t('deviceIncident.devices'),
                  <span>
                    {endedAt === null
                      ? t('deviceIncident.stillAffected', { lasting, count: devices })
                      : devices}
                    <small className={styles.numbers}>{numbersText(t, incident)}</small>
                  </span>,
                ),
              ]),
          item('since', t('deviceIncident.since'), fullTime(since)),
          ...(endedAt === null ? [] : [item('ended', t('deviceIncident.endedAt'), fullTime(endedAt))]),
          item('lasting', t('deviceIncident.lasting'), <DurationText since={since} until={endedAt} />),
          ...(silencedUntil
            ? [
                item(
                  'silence',
                  t('deviceIncident.silence'),
                  t('deviceIncident.silencedUntil', { time: fullTime(silencedUntil) }),
                ),
              ]
            : []),
          ...(isPartial
            ? []
            : [item('ack', t('deviceIncident.acknowledgedBy'), incident.acknowledgedBy ?? '–')]),
          item('assignee', t('deviceIncident.assignee'), <AssigneeField incident={incident} />),
        ]}
      />
      <TimeLine incident={incident} />
      {kind !== 'bot' && kind !== 'deadPhone' && <Alarms id={incident.id} />}
    </div>
  )
}

/** The phones that were given up, with their places. */
function DeadPhones({ incident: { phones } }: { incident: DeviceIncidentDetail }) {
  const t = useText()
  if (phones.length === 0) return null
  return (
    <section aria-label={t('deviceIncident.phones')}>
      <h3>{t('deviceIncident.phones')}</h3>
      <ul className={styles.computers}>
        {phones.map((phone) => (
          <li key={phone.serial}>
            {phone.deviceNo ? (
              <Link to={devicePath(phone.deviceNo)}>{phone.deviceNo}</Link>
            ) : (
              <code>{deadPhoneName(phone)}</code>
            )}
            <span>{deadPhonePlace(t, phone)}</span>
            <StateBadge
              condition={phone.isBack ? 'online' : 'failed'}
              text={t(phone.isBack ? 'deviceIncident.isBack' : 'deviceIncident.isDead')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The alarms of the devices, a page at a time. */
function Alarms({ id }: { id: DeviceIncidentId }) {
  const t = useText()
  const seesAlarms = useMay(alarms.list.permission)
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'alarmsChanged')
      inBackground(client.invalidateQueries({ queryKey: [alarms.list.path] }))
  })
  if (!seesAlarms) return null
  return (
    <section aria-label={t('deviceIncident.alarms')}>
      <h3>{t('deviceIncident.alarms')}</h3>
      <PagedTable<Alarm>
        list={alarms.list}
        conditions={{ incidentId: id }}
        load={(page, signal) => call(alarms.list, { query: { ...page, incidentId: id }, signal })}
        rowKey="id"
        scroll={{ x: 'max-content' }}
        columns={[
          {
            key: 'deviceNo',
            title: t('alarm.subject'),
            render: (_, { deviceNo }) => <Link to={devicePath(deviceNo)}>{deviceNo}</Link>,
          },
          { key: 'state', title: t('alarm.state'), render: (_, { state }) => t(`alarm.state.${state}`) },
          {
            key: 'since',
            title: t('deviceIncident.since'),
            render: (_, { since }) => <TimeText value={since} />,
          },
          {
            key: 'lasting',
            title: t('alarm.lasting'),
            align: 'right',
            render: (_, { since, resolvedAt }) => <DurationText since={since} until={resolvedAt} />,
          },
        ]}
      />
    </section>
  )
}
