import { controlPermission } from '@fleetdeck/contract/device-socket'
import { deviceWall } from '@fleetdeck/contract/device-wall'
import { devices } from '@fleetdeck/contract/devices'
import { mostGroupPhones } from '@fleetdeck/contract/wall-socket'
import { Alert, Button, Skeleton, Slider } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../../api/session-store.ts'
import { useText } from '../../../app/language.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { useOpenScreen } from '../../../components/screen/use-open-screen.ts'
import { ListFrame } from '../../../crud/ListFrame.tsx'
import { useListAddress } from '../../../crud/use-list-address.ts'
import type { WallState } from '../../../realtime/wall/wall-session.ts'
import { useMonitorFilters } from '../monitor-filters.tsx'
import { useMonitor } from '../use-monitor.ts'
import { VirtualTiles } from '../VirtualTiles.tsx'
import { Beside } from './Beside.tsx'
import { GroupBar } from './GroupBar.tsx'
import { useWall, type Wall } from './use-wall.ts'
import { useWallAddress } from './use-wall-address.ts'
import { WallTile } from './WallTile.tsx'
import styles from './wall.module.css'
import { type WallRow, wallRows } from './wall-rows.ts'

/** Least width of a tile, in px, by step of the slider. */
const widths = [90, 120, 180, 240, 320]
/** Number above and state below. */
const edges = 54
const statesMs = 1000
const none: never[] = []

const heightOf = (width: number) => Math.round((width * 16) / 9) + edges

interface ChoiceBarProps {
  chosen: readonly number[]
  shown: readonly WallRow[]
  onChoose: (ids: number[]) => void
  onStart: () => void
}

/** Who is to be controlled together; the first one leads. */
function ChoiceBar({ chosen, shown, onChoose, onStart }: ChoiceBarProps) {
  const t = useText()
  const leader = shown.find(({ row }) => row.device.id === chosen[0])?.row.device.deviceNo
  const online = shown.filter(({ row }) => row.runtime.online).map(({ row }) => row.device.id)
  return (
    <div className={styles.bar}>
      <span role="status">
        {chosen.length === 0 ? t('wall.chooseHint') : t('wall.chosen', { count: chosen.length })}
      </span>
      {leader && (
        <span>
          {t('wall.leads')} <strong>{leader}</strong>
        </span>
      )}
      <Button onClick={() => onChoose([...new Set([...chosen, ...online])].slice(0, mostGroupPhones))}>
        {t('wall.chooseOnline', { count: online.length })}
      </Button>
      {chosen.length > 0 && <Button onClick={() => onChoose([])}>{t('wall.chooseNone')}</Button>}
      <Button type="primary" disabled={chosen.length < 2} onClick={onStart}>
        {t('wall.startGroup')}
      </Button>
    </div>
  )
}

interface TilesProps {
  wall: Wall
  rows: WallRow[]
  chosen: readonly number[]
  openNo: string
  width: number
  onOpen: (deviceNo: string) => void
  onChoose: ((id: number) => void) | undefined
}

function Tiles({ wall, rows, chosen, openNo, width, onOpen, onChoose }: TilesProps) {
  const t = useText()
  return (
    <VirtualTiles
      label={t('wall.title')}
      items={rows}
      keyOf={({ row }) => row.device.id}
      tileWidth={width}
      tileHeight={heightOf(width)}
      overscan={1}
      tile={({ row, sign, member }) => (
        <WallTile
          row={row}
          sign={sign}
          missed={member?.missed ?? 0}
          by={member?.by}
          session={wall.session}
          isChosen={chosen.includes(row.device.id)}
          isOpen={openNo === row.device.deviceNo}
          onOpen={onOpen}
          onChoose={onChoose}
        />
      )}
    />
  )
}

/** Chosen phones in the order of choosing; those that the address names from the start. */
function useChoice(fromAddress: readonly number[]) {
  const [chosen, choose] = useState<readonly number[]>(fromAddress)
  const toggle = useCallback(
    (id: number) => choose((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
    [],
  )
  return { chosen, choose, toggle }
}

function RateText({ state }: { state: WallState | undefined }) {
  const t = useText()
  if (state?.socket !== 'open' || state.perSecond === undefined) return null
  return <span className={styles.faint}>{t('wall.rate', { rate: state.perSecond })}</span>
}

/** All screens at a glance, live, trouble first; one of them big beside it, or many controlled together. */
export function WallPage() {
  const t = useText()
  const [params] = useSearchParams()
  const filters = useMonitorFilters()
  const { address, change } = useListAddress(
    filters.map((filter) => filter.name),
    none,
  )
  const { list, rows, refresh, loaded, total } = useMonitor(address.filter, statesMs, deviceWall.list)
  const wall = useWall()
  const look = useWallAddress(widths.length)
  const width = widths[look.size] ?? 180
  const { session, state } = wall
  const group = state?.group
  const shown = useMemo(() => wallRows(rows, state), [rows, state])
  const named = useMemo(() => (params.get('chosen') ?? '').split(',').map(Number).filter(Boolean), [params])
  const { chosen, choose, toggle } = useChoice(named)
  const mayControl = useMay(controlPermission)
  const mayOpen = useMay(devices.list.permission)
  const isClosed = useOpenScreen() === false
  useEffect(() => session?.setWidth(width), [session, width])
  const open = useCallback(
    (deviceNo: string) => {
      const now = session?.state().group
      const member = now?.members.find((one) => one.deviceNo === deviceNo)
      // Caught up by hand: meanwhile it does not follow.
      if (member && member.id !== now?.leader && member.state === 'follows')
        session?.change('pauseMembers', [member.id])
      if (member || mayOpen) look.open(deviceNo)
    },
    [session, look.open, mayOpen],
  )
  const start = () => {
    const [leader, ...followers] = chosen
    if (leader === undefined) return
    look.open('')
    session?.startGroup(leader, followers)
    choose([])
  }
  const isBeside = look.openNo !== '' || Boolean(group)
  return (
    <ListFrame
      title={t('wall.title')}
      filters={group ? none : filters}
      values={address.filter}
      onFilter={(filter) => change({ filter })}
      onRefresh={refresh}
      tools={
        <div className={styles.tools}>
          <RateText state={state} />
          <Slider
            className={styles.size}
            ariaLabelForHandle={t('wall.size')}
            tooltip={{ formatter: () => t('wall.size') }}
            min={0}
            max={widths.length - 1}
            value={look.size}
            onChange={look.setSize}
          />
        </div>
      }
    >
      <div className={styles.wall}>
        {isClosed && <Alert type="info" showIcon title={t('screen.notOpen')} />}
        {list.error && <ErrorState title={t('wall.title')} error={list.error} onRetry={refresh} />}
        {list.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
        {total > loaded && (
          <Alert type="info" showIcon title={t('monitor.tooMany', { shown: loaded, total })} />
        )}
        {state && state.socket !== 'open' && state.group && (
          <Alert type="warning" showIcon title={t('screen.reconnecting')} />
        )}
        {session && state?.group && <GroupBar session={session} state={state} />}
        {!group && mayControl && rows.length > 1 && (
          <ChoiceBar chosen={chosen} shown={shown} onChoose={choose} onStart={start} />
        )}
        {list.data && shown.length === 0 && <EmptyState text={t('monitor.empty')} />}
        <div className={styles.body}>
          <div className={styles.grid}>
            {shown.length > 0 && (
              <Tiles
                wall={wall}
                rows={shown}
                chosen={chosen}
                openNo={look.openNo}
                width={width}
                onOpen={open}
                onChoose={mayControl && !group ? toggle : undefined}
              />
            )}
          </div>
          {isBeside && <Beside wall={wall} deviceNo={look.openNo} onClose={() => look.open('')} />}
        </div>
      </div>
    </ListFrame>
  )
}
