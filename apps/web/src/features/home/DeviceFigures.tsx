import { devices } from '@fleetdeck/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../app/language.ts'
import { Figure } from './Figure.tsx'

interface Filter {
  online?: '0' | '1'
  assStatus?: '0' | '1'
}

const deviceList = '/device/deviceList'
const addressOf = (filter: Filter) => {
  const query = new URLSearchParams({ ...filter }).toString()
  return query ? `${deviceList}?${query}` : deviceList
}

/** How many devices a filter finds. */
function useCount(filter: Filter) {
  const { data, isError } = useQuery({
    queryKey: [devices.list.path, 'count', filter],
    queryFn: ({ signal }) => call(devices.list, { query: { ...filter, pageNum: 1, pageSize: 1 }, signal }),
    refetchInterval: 30_000,
    meta: { silent: true },
  })
  return { count: data?.total, isError }
}

// The device list shows the assigned ones unless it is asked for the others.
const assigned: Filter = { assStatus: '1' }
const online: Filter = { assStatus: '1', online: '1' }
const offline: Filter = { assStatus: '1', online: '0' }
const unassigned: Filter = { assStatus: '0' }

export function DeviceFigures() {
  const t = useText()
  const figures = {
    assigned: useCount(assigned),
    online: useCount(online),
    offline: useCount(offline),
    unassigned: useCount(unassigned),
  }
  if (figures.assigned.count === 0 && figures.unassigned.count === 0)
    return (
      <div className="home-empty">
        <p>{t('home.noDevices')}</p>
        <Link to={deviceList}>
          <Button tabIndex={-1}>{t('home.openDevices')}</Button>
        </Link>
      </div>
    )
  return (
    <section aria-label={t('home.devices')}>
      <div className="figures">
        <Figure state="all" label={t('home.assigned')} to={addressOf(assigned)} {...figures.assigned} />
        <Figure state="online" label={t('home.online')} to={addressOf(online)} {...figures.online} />
        <Figure state="offline" label={t('home.offline')} to={addressOf(offline)} {...figures.offline} />
        <Figure
          state="unassigned"
          label={t('home.unassigned')}
          to={addressOf(unassigned)}
          {...figures.unassigned}
        />
      </div>
      <OnlineBar total={figures.assigned.count} online={figures.online.count} />
      <AssignLink waiting={figures.assigned.count === 0 ? figures.unassigned.count : 0} />
    </section>
  )
}

/** The share of online devices as a bar and in words. */
function OnlineBar({ total, online: onlineCount }: { total?: number; online?: number }) {
  const t = useText()
  if (!total || onlineCount === undefined) return null
  const percent = Math.floor((100 * onlineCount) / total)
  return (
    <div className="online-bar">
      <div className="online-bar-track" aria-hidden>
        <div style={{ width: `${percent}%` }} />
      </div>
      <span>{t('home.onlineShare', { percent })}</span>
    </div>
  )
}

/** With nothing assigned yet, the next step. */
function AssignLink({ waiting }: { waiting: number | undefined }) {
  const t = useText()
  if (!waiting) return null
  return (
    <div className="home-step">
      <Link to={addressOf(unassigned)}>
        <Button type="primary" tabIndex={-1}>
          {t('home.openUnassigned', { count: waiting })}
        </Button>
      </Link>
    </div>
  )
}
