import { type DeviceEvent, DeviceEventKind, deviceMonitor } from '@fleetdeck/contract/device-monitor'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { Pagination, Select, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { hasText, useText } from '../../ground/language.ts'
import styles from './monitor.module.css'

const pageSize = 15
const reloadMs = 30_000

const kindTexts = {
  online: 'monitor.event.online',
  offline: 'monitor.event.offline',
  command: 'monitor.event.command',
  task: 'monitor.event.task',
  alarm: 'monitor.event.alarm',
  settings: 'monitor.event.settings',
  changed: 'monitor.event.changed',
  guest: 'monitor.event.guest',
} as const

function EventLine({ event }: { event: DeviceEvent }) {
  const t = useText()
  const { at, kind, userName, details } = event
  const { action, command, state, alarm, alarmState, ...rest } = details
  const word = (key: string, plain: string | undefined) => (hasText(key) ? t(key) : plain)
  const words = [
    action && word(`monitor.action.${action}`, action),
    command && word(`command.${command}`, command),
    state && word(`delivery.${state}`, state),
    alarm && word(`alarm.kind.${alarm}`, alarm),
    alarmState && word(`alarm.event.${alarmState}`, alarmState),
    ...Object.values(rest),
    userName ? t('monitor.by', { name: userName }) : '',
  ]
  return (
    <li className={styles.event}>
      <TimeText value={at} />
      <span>
        <Tag>{t(kindTexts[kind])}</Tag>
      </span>
      <span className={styles.faint}>{words.filter(Boolean).join(' · ')}</span>
    </li>
  )
}

interface DeviceEventsProps {
  deviceId: DeviceId
  /** A changed value reloads the list. */
  state: string
}

/** Events of a device, newest first. */
export function DeviceEvents({ deviceId, state }: DeviceEventsProps) {
  const t = useText()
  const [kind, setKind] = useState<DeviceEventKind>()
  const [pageNum, setPage] = useState(1)
  const query = { id: deviceId, kind, pageNum, pageSize }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [deviceMonitor.events.path, query, state],
    queryFn: ({ signal }) => call(deviceMonitor.events, { query, signal }),
    placeholderData: (before) => before,
    refetchInterval: reloadMs,
    meta: { silent: true },
  })
  return (
    <section className={styles.sheet} aria-label={t('monitor.events')}>
      <header className={styles.sheetHead}>
        <h2>{t('monitor.events')}</h2>
        <Select
          allowClear
          style={{ minWidth: 130 }}
          aria-label={t('monitor.events')}
          placeholder={t('table.all')}
          value={kind}
          onChange={(value) => {
            setKind(value)
            setPage(1)
          }}
          options={DeviceEventKind.options.map((value) => ({ value, label: t(kindTexts[value]) }))}
        />
      </header>
      {error && <ErrorState title={t('monitor.events')} error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active />}
      {data?.total === 0 && <EmptyState text={t('monitor.noEvents')} />}
      {data && data.total > 0 && (
        <>
          <ol className={styles.events}>
            {data.list.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ol>
          <Pagination
            size="small"
            align="end"
            hideOnSinglePage
            showSizeChanger={false}
            current={pageNum}
            pageSize={pageSize}
            total={data.total}
            onChange={setPage}
          />
        </>
      )}
    </section>
  )
}
