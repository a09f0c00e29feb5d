import { type Alarm, alarms } from '@fleetdeck/contract/alarms'
import type { DeviceIncident } from '@fleetdeck/contract/device-incidents'
import {
  type DeviceSummary,
  devices,
  summaryBatteryBelow,
  summaryExpiresWithin,
} from '@fleetdeck/contract/devices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useSubjectPath } from '../../components/alarm-subject.ts'
import type { Condition } from '../../components/device-condition.ts'
import {
  causeText,
  deviceIncidentList,
  deviceIncidentPath,
  incidentCondition,
  incidentTitle,
} from '../../components/device-incidents/incident-text.ts'
import { useOpenDeviceIncidents } from '../../components/device-incidents/use-device-incidents.ts'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { StateShape } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { deviceAddresses, lowBatteryList, mendList, unassignedList } from './device-addresses.ts'
import { openAlarms } from './use-alarm-summary.ts'
import { failedRuns, useTaskSummary } from './use-task-summary.ts'

/** With the other lines they fit next to the charts. */
const shownAlarms = 5

interface NeedProps {
  condition: Condition
  /** The address of what is wrong. */
  to: string
  text: ReactNode
  time?: string
  children: ReactNode
}

/** One line: the problem, its start, and the remedy. */
function Need({ condition, to, text, time, children }: NeedProps) {
  return (
    <li>
      <StateShape condition={condition} />
      <Link to={to}>{text}</Link>
      {time && <TimeText value={time} />}
      <span className="needs-actions">{children}</span>
    </li>
  )
}

function AlarmNeed({ alarm }: { alarm: Alarm }) {
  const t = useText()
  const client = useQueryClient()
  const mayAck = useMay(alarms.ack.permission)
  const ack = useMutation({
    mutationFn: () => call(alarms.ack, { body: { ids: [alarm.id], note: '' } }),
    onSuccess: ({ count }) => {
      showSuccess(t('alarm.acked', { count }))
      return client.invalidateQueries({ queryKey: [alarms.list.path] })
    },
  })
  const path = useSubjectPath(alarm)
  const { deviceId, deviceNo, kind, openedAt } = alarm
  return (
    <Need
      condition="failed"
      to={path ?? openAlarms}
      text={
        <>
          <strong>{deviceNo}</strong> {t(`alarm.kind.${kind}`)}
        </>
      }
      time={openedAt}
    >
      {mayAck && (
        <Button size="small" loading={ack.isPending} onClick={() => ack.mutate()}>
          {t('alarm.ack')}
        </Button>
      )}
      {deviceId !== null && (
        <Go to={`${devicePath(deviceNo)}?screen=${encodeURIComponent(deviceNo)}`}>{t('screen.open')}</Go>
      )}
      {deviceId === null && path && <Go to={path}>{t('home.lookAt')}</Go>}
    </Need>
  )
}

/** All devices with the same problem and a common cause. */
function IncidentNeed({ incident }: { incident: DeviceIncident }) {
  const t = useText()
  const to = deviceIncidentPath(incident.id)
  return (
    <Need
      condition={incidentCondition(incident)}
      to={to}
      text={
        <>
          <strong>{incidentTitle(t, incident)}</strong> · {causeText(t, incident)}
        </>
      }
      time={incident.since}
    >
      <Go to={to}>{t('deviceIncident.details')}</Go>
    </Need>
  )
}

/** Leads to where something can be done. */
function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to}>
      <Button size="small" tabIndex={-1}>
        {children}
      </Button>
    </Link>
  )
}

/** An entry with a list of its own, which the action opens. */
function ListNeed({ action, ...need }: Omit<NeedProps, 'children' | 'time'> & { action: string }) {
  return (
    <Need {...need}>
      <Go to={need.to}>{action}</Go>
    </Need>
  )
}

/** Entries that need attention: incidents, other alarms, failed runs, empty batteries, devices that expire or have no number. */
export function NeedsYou({ summary }: { summary: DeviceSummary }) {
  const t = useText()
  const seesAlarms = useMay(alarms.list.permission)
  const mayAssign = useMay(devices.addAssDevice.permission)
  const { seesRuns, failedToday = 0 } = useTaskSummary()
  const incidents = useOpenDeviceIncidents()
  // Alarms of an incident are shown as one.
  const query = {
    state: 'open',
    isAlone: incidents.maySee ? '1' : undefined,
    pageNum: 1,
    pageSize: shownAlarms,
  } as const
  const { data } = useQuery({
    queryKey: [alarms.list.path, query],
    queryFn: ({ signal }) => call(alarms.list, { query, signal }),
    enabled: seesAlarms,
    meta: { silent: true },
  })
  const { lowBattery, expiring, unassigned, toMend } = summary
  const isKnown = (data !== undefined || !seesAlarms) && incidents.isKnown
  const shownIncidents = incidents.data?.list.slice(0, shownAlarms) ?? []
  const needs = [
    ...shownIncidents.map((incident) => <IncidentNeed key={`incident ${incident.id}`} incident={incident} />),
    ...(data?.list.map((alarm) => <AlarmNeed key={alarm.id} alarm={alarm} />) ?? []),
    seesRuns && failedToday > 0 && (
      <ListNeed
        key="failed"
        condition="failed"
        to={failedRuns}
        text={t('home.needsRuns', { count: failedToday })}
        action={t('home.lookAt')}
      />
    ),
    lowBattery > 0 && (
      <ListNeed
        key="battery"
        condition="trouble"
        to={lowBatteryList}
        text={t('home.needsCharge', { count: lowBattery, percent: summaryBatteryBelow })}
        action={t('home.lookAt')}
      />
    ),
    toMend > 0 && (
      <ListNeed
        key="mend"
        condition="trouble"
        to={mendList}
        text={t('home.needsFix', { count: toMend })}
        action={t('home.lookAt')}
      />
    ),
    expiring > 0 && (
      <ListNeed
        key="expiring"
        condition="trouble"
        to={deviceAddresses.expiring}
        text={t('home.needsRenewal', { count: expiring, days: summaryExpiresWithin })}
        action={t('home.renew')}
      />
    ),
    unassigned > 0 && mayAssign && (
      <ListNeed
        key="unassigned"
        condition="unknown"
        to={unassignedList}
        text={t('home.needsNumber', { count: unassigned })}
        action={t('home.assign')}
      />
    ),
  ].filter(Boolean)
  return (
    <section className="home-card needs" aria-label={t('home.needsYou')} aria-busy={!isKnown}>
      <h2>{t('home.needsYou')}</h2>
      {needs.length > 0 && <ul className="needs-list">{needs}</ul>}
      {incidents.data && incidents.data.open > shownAlarms && (
        <Link to={deviceIncidentList}>{t('deviceIncident.count', { count: incidents.data.open })}</Link>
      )}
      {data && data.total > shownAlarms && (
        <Link to={openAlarms}>{t('home.allAlarms', { count: data.total })}</Link>
      )}
      {isKnown && needs.length === 0 && <NothingNeeded />}
    </section>
  )
}

/** Where the work goes on when nothing is wrong. */
function NothingNeeded() {
  const t = useText()
  return (
    <div className="needs-none">
      <StateShape condition="online" />
      <p>{t('home.nothingNeeds')}</p>
      <div>
        <Link to="/device/wall">
          <Button tabIndex={-1}>{t('/device/wall')}</Button>
        </Link>
        <Link to="/task/taskList">
          <Button tabIndex={-1}>{t('/task/taskList')}</Button>
        </Link>
      </div>
    </div>
  )
}
