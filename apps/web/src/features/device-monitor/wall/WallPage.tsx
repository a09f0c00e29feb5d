import { FullscreenExitOutlined } from '@ant-design/icons'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { deviceWall, type WallLabel, wallTileWidths } from '@fleetdeck/contract/device-wall'
import { devices } from '@fleetdeck/contract/devices'
import { Alert, Button, Skeleton } from 'antd'
import {
  type ComponentProps,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { useOpenScreen } from '../../../components/screen/use-open-screen.ts'
import { choiceFilter } from '../../../crud/filters.tsx'
import { ListFrame } from '../../../crud/ListFrame.tsx'
import { useListAddress } from '../../../crud/use-list-address.ts'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import { useMedia } from '../../../ground/theme/media.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { useMonitorFilters } from '../monitor-filters.tsx'
import type { MonitorRow } from '../monitor-view.ts'
import { NoDevices } from '../NoDevices.tsx'
import { useMonitor } from '../use-monitor.ts'
import { type TilesHandle, VirtualTiles } from '../VirtualTiles.tsx'
import { type Adding, useAdding } from './AddMembers.tsx'
import { ArrangeBar, Arranging, MovableTile } from './Arranging.tsx'
import { ChoiceBar, useChoice, useKnownDevices, usePreselection } from './ChoiceBar.tsx'
import { GroupBar } from './GroupBar.tsx'
import { SidePanel } from './SidePanel.tsx'
import { StatusBar } from './StatusBar.tsx'
import { ChoiceActions, TeamLine } from './Team.tsx'
import { TileMenu } from './TileMenu.tsx'
import { useAlarmedDevices, withAlarms } from './use-alarmed-devices.ts'
import { useArranging } from './use-arranging.ts'
import { useFullWall } from './use-full-wall.ts'
import { type Layouts, useLayouts } from './use-layouts.ts'
import { useWall, type Wall } from './use-wall.ts'
import { defaultSize, useWallAddress, type WallLook } from './use-wall-address.ts'
import { focusTile, useWallKeys } from './use-wall-keys.ts'
import { WallTile } from './WallTile.tsx'
import { WallTools } from './WallTools.tsx'
import styles from './wall.module.css'
import { hasStrip, linesOf } from './wall-labels.ts'
import {
  countRows,
  headingOf,
  type MemberStatus,
  matchesWall,
  otherRows,
  type WallOrder,
  type WallRow,
  wallRows,
} from './wall-rows.ts'

/** Heights of a tile's parts besides the frame, in pixels. */
const heights = { frame: 2, number: 26, strip: 26, line: 20 }
const statesMs = 1000
const none: never[] = []
/** Two columns, whatever size was chosen elsewhere. */
const useNarrow = () => useMedia('(max-width: 599.98px)')
const noFilter: Record<string, string> = {}

function edgesFor(labels: readonly WallLabel[], isGroup: boolean): number {
  const strip = isGroup || hasStrip(labels) ? heights.strip : 0
  return heights.frame + heights.number + strip + linesOf(labels).length * heights.line
}

interface TilesProps {
  wall: Wall
  rows: WallRow[]
  chosen: readonly number[]
  openNo: string
  width: number
  labels: readonly WallLabel[]
  by: WallOrder
  handle: Ref<TilesHandle>
  onOpen: (deviceNo: string) => void
  onChoose: ((id: number) => void) | undefined
  /** Given while tiles are arranged. */
  onMove: ((from: string, to: string) => void) | undefined
}

function Tiles({ wall, rows, chosen, openNo, width, labels, by, handle, ...actions }: TilesProps) {
  const { onOpen, onChoose, onMove } = actions
  const t = useText()
  const isNarrow = useNarrow()
  const edges = edgesFor(labels, Boolean(wall.state?.group))
  const toTile = ({ row, status, member, differingScreen }: WallRow) => (
    <WallTile
      row={row}
      status={status}
      missed={member?.missed ?? 0}
      by={member?.by}
      differingScreen={differingScreen}
      session={wall.session}
      note={wall.state?.notes.get(row.device.id)}
      isLive={wall.state?.live.has(row.device.id) ?? false}
      isBlack={wall.state?.black.has(row.device.id) ?? false}
      labels={labels}
      isChosen={chosen.includes(row.device.id)}
      isOpen={openNo === row.device.deviceNo}
      onOpen={onMove ? undefined : onOpen}
      onChoose={onMove || member ? undefined : onChoose}
    />
  )
  const groupOf = useCallback((item: WallRow) => headingOf(item, by, t) ?? '', [by, t])
  const tiles = (
    <VirtualTiles
      label={t('wall.title')}
      items={rows}
      keyOf={({ row }) => row.device.id}
      groupOf={by === 'online' ? undefined : groupOf}
      tileWidth={width}
      minColumns={2}
      maxColumns={isNarrow ? 2 : undefined}
      handle={handle}
      tileHeight={(tileWidth) => Math.round((tileWidth * 16) / 9) + edges}
      overscan={1}
      tile={(item) =>
        onMove ? <MovableTile deviceNo={item.row.device.deviceNo}>{toTile(item)}</MovableTile> : toTile(item)
      }
    />
  )
  return (
    <TileMenu {...{ ...wall, rows, chosen, onOpen, onChoose }}>
      {rows.length > 0 && (onMove ? <Arranging onMove={onMove}>{tiles}</Arranging> : tiles)}
    </TileMenu>
  )
}

/** Why the frames do not change: the connection was refused, or lost after it was open. */
function Disconnected({ state }: { state: WallState | undefined }) {
  const t = useText()
  if (!state || state.socket === 'open') return null
  if (state.refusal)
    return <Alert type="error" showIcon role="alert" title={state.refusal.reason || t('screen.closed')} />
  const wasOpen = state.perSecond !== undefined || state.group !== null
  return wasOpen && <Alert type="warning" showIcon title={t('screen.reconnecting')} />
}

function MirroringClosed() {
  const t = useText()
  return useOpenScreen() === false && <Alert type="info" showIcon title={t('screen.notOpen')} />
}

function useWallFilters() {
  const t = useText()
  const filters = useMonitorFilters()
  return useMemo(
    () => [
      ...filters,
      choiceFilter(t, 'trouble', t('wall.trouble'), [
        ['1', t('wall.withTrouble')],
        ['0', t('wall.withoutTrouble')],
      ]),
    ],
    [filters, t],
  )
}

/**
 * Without names, all devices that match the filters, which do not apply to the members of a group. The counts leave out the filters that they set, so that each of
 * them tells what it would show.
 */
function useNamedRows(
  filter: Record<string, string>,
  named: ReadonlySet<number> | undefined,
  group: WallState['group'] | undefined,
) {
  const { online, trouble, ...others } = group ? noFilter : filter
  const monitor = useMonitor(others, statesMs, deviceWall.list)
  const alarmed = useAlarmedDevices()
  const all = useMemo(() => {
    const shown = named ? monitor.rows.filter(({ device }) => named.has(device.id)) : monitor.rows
    return shown.map((row) => withAlarms(row, alarmed.get(row.device.id)))
  }, [monitor.rows, named, alarmed])
  const rows = useMemo(
    () => all.filter((row) => matchesWall(row, { ...(online && { online }), ...(trouble && { trouble }) })),
    [all, online, trouble],
  )
  return { ...monitor, all, rows, counts: useMemo(() => countRows(all), [all]) }
}

/** The phones that are shown alone: a team, or those that the address names. */
function useNamed({ named, showsWhole }: WallLook, team: readonly number[] | undefined, { isOn }: Adding) {
  const shown = useMemo(() => (team && !showsWhole ? new Set(team) : named), [team, showsWhole, named])
  return isOn ? undefined : shown
}

interface OnlyTheseProps {
  look: WallLook
  layouts: Layouts
  count: number
  group: WallState['group'] | undefined
}

/** Why the wall does not show all phones. */
function OnlyThese({ look, layouts, count, group }: OnlyTheseProps) {
  const t = useText()
  if (layouts.team && !group) return <TeamLine layouts={layouts} look={look} />
  if (!look.named || group) return null
  return (
    <p className={styles.named}>
      {t('wall.onlyNamed', { count })}
      <Button size="small" onClick={look.showAll}>
        {t('wall.showAll')}
      </Button>
    </p>
  )
}

interface SelectionProps extends Pick<ComponentProps<typeof ChoiceBar>, 'shown' | 'onChoose' | 'onStart'> {
  chosen: readonly number[]
  all: readonly MonitorRow[]
  layouts: Layouts
}

/** The selected phones, also those that a search does not show. */
function Selection({ chosen, all, layouts, ...bar }: SelectionProps) {
  const known = useKnownDevices(all)
  const phones = chosen.flatMap((id) => known.get(id) ?? [])
  if (bar.shown.length < 2 && chosen.length === 0) return null
  return (
    <ChoiceBar {...bar} chosen={chosen} leader={phones[0]?.deviceNo}>
      <ChoiceActions layouts={layouts} phones={phones} />
    </ChoiceBar>
  )
}

/** A click on a phone enlarges it. */
function useOpen(session: WallSession | undefined, openNo: (deviceNo: string) => void) {
  const mayOpen = useMay(devices.list.permission)
  return useCallback(
    (deviceNo: string) => {
      const now = session?.state().group
      const member = now?.members.find((one) => one.deviceNo === deviceNo)
      // A member that is operated alone does not follow during this time.
      if (member && member.id !== now?.leader && member.state === 'follows')
        session?.change('pauseMembers', [member.id])
      if (member || mayOpen) openNo(deviceNo)
    },
    [session, openNo, mayOpen],
  )
}

/** The keys for the member whose tile has the focus. */
function memberKeys(session: WallSession | undefined) {
  const find = (deviceNo: string) => {
    const group = session?.state().group
    const member = group?.members.find((one) => one.deviceNo === deviceNo)
    return member?.id === group?.leader ? undefined : member
  }
  return {
    onPause: (deviceNo: string) => {
      const member = find(deviceNo)
      if (member) session?.change(member.state === 'paused' ? 'resumeMembers' : 'pauseMembers', [member.id])
    },
    onTake: (deviceNo: string) => {
      const member = find(deviceNo)
      if (member) session?.change(member.state === 'held' ? 'takeMembers' : 'resumeMembers', [member.id])
    },
  }
}

/** All tiles in their order, and those of them that are shown: in a group, all or those of one status. */
function useShown(
  { all, rows }: ReturnType<typeof useNamedRows>,
  state: WallState | undefined,
  { look: { by }, layouts: { order } }: { look: WallLook; layouts: Layouts },
  { isOn: isAdding }: Adding,
) {
  const isGroup = Boolean(state?.group)
  const [only, setOnly] = useState<MemberStatus>()
  // A member stays on the wall, whatever state it enters.
  const ordered = useMemo(
    () => wallRows(isGroup ? all : rows, state, by === 'online' ? order : none, by),
    [isGroup, all, rows, state, order, by],
  )
  const members = useMemo(
    () => (isGroup && only ? ordered.filter(({ status }) => status === only) : ordered),
    [ordered, isGroup, only],
  )
  const group = state?.group
  const shown = useMemo(
    () => (isAdding && group ? [...members, ...otherRows(all, group)] : members),
    [isAdding, group, members, all],
  )
  return { ordered, shown, only, setOnly }
}

interface TileMovesOptions {
  place: RefObject<HTMLDivElement | null>
  shown: readonly WallRow[]
  wall: Wall
  look: WallLook
  layouts: Layouts
  toggleFull: (() => void) | undefined
}

/** The keys of the wall, and the mode in which tiles are moved. */
function useTileMoves({
  place,
  shown,
  wall: { session, state },
  look,
  layouts,
  toggleFull,
}: TileMovesOptions) {
  const tiles = useRef<TilesHandle>(null)
  const arranging = useArranging({
    place,
    shown,
    order: layouts.order,
    onOrder: look.setOrder,
    isOff: Boolean(state?.group) || look.by !== 'online',
  })
  useWallKeys(place, {
    ...memberKeys(session),
    shown,
    tiles,
    onFull: () => toggleFull?.(),
    onMove: arranging.move,
  })
  const start = () => {
    if (look.by !== 'online') look.setBy('online')
    arranging.start()
  }
  return { tiles, arranging: { ...arranging, start } }
}

const isFiltered = (filter: Record<string, string>, { named }: WallLook, { team }: Layouts) =>
  Object.keys(filter).length > 0 || named !== undefined || team !== undefined

interface ListNoticesProps {
  monitor: ReturnType<typeof useNamedRows>
  state: WallState | undefined
}

function ListNotices({ monitor: { list, refresh, loaded, total }, state }: ListNoticesProps) {
  const t = useText()
  return (
    <>
      <MirroringClosed />
      {list.error && <ErrorState title={t('wall.title')} error={list.error} onRetry={refresh} />}
      {list.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {total > loaded && (
        <Alert type="info" showIcon title={t('monitor.tooMany', { shown: loaded, total })} />
      )}
      <div className={styles.connection}>
        <Disconnected state={state} />
      </div>
    </>
  )
}

function LeaveFull({ onLeave }: { onLeave: (() => void) | undefined }) {
  const t = useText()
  return (
    <Button className={styles.leave} icon={<FullscreenExitOutlined />} onClick={onLeave}>
      {t('layout.exitFullscreen')}
    </Button>
  )
}

/** The first selected phone leads. */
function startGroup(
  session: WallSession | undefined,
  look: WallLook,
  [leader, ...followers]: readonly number[],
) {
  if (leader === undefined) return
  look.open('')
  session?.startGroup(leader, followers)
}

/** All screens, live, online phones first; one can be enlarged, or many controlled together. */
export function WallPage() {
  const t = useText()
  const filters = useWallFilters()
  const filterNames = filters.map((filter) => filter.name)
  const { address, change } = useListAddress(filterNames, none)
  const wall = useWall()
  const look = useWallAddress()
  const { chosen, choose, toggle } = useChoice()
  const layouts = useLayouts({ look, filter: address.filter, filterNames, chosen })
  const team = layouts.team?.deviceIds
  usePreselection(team ?? look.named, choose)
  const adding = useAdding(wall.state?.group)
  const monitor = useNamedRows(address.filter, useNamed(look, team, adding), wall.state?.group)
  const { list, rows, counts, refresh } = monitor
  const isNarrow = useNarrow()
  const width = wallTileWidths[isNarrow ? defaultSize : look.size] ?? 180
  const { session, state } = wall
  const group = state?.group
  const { ordered, shown, only, setOnly } = useShown(monitor, state, { look, layouts }, adding)
  const live = shown.filter(({ row }) => row.runtime.online && state?.live.has(row.device.id)).length
  const mayControl = useMay(controlPermission)
  const { isFull, toggle: toggleFull } = useFullWall()
  const place = useRef<HTMLDivElement>(null)
  const { tiles, arranging } = useTileMoves({ place, shown, wall, look, layouts, toggleFull })
  useEffect(() => session?.setWidth(width), [session, width])
  const open = useOpen(session, look.open)
  const start = () => {
    setOnly(undefined)
    startGroup(session, look, chosen)
    choose(team ?? [])
  }
  const close = () => {
    focusTile(place.current, look.openNo)
    look.open('')
  }
  const choosing = mayControl && adding.mayChoose ? toggle : undefined
  return (
    <ListFrame
      title={t('wall.title')}
      filters={group ? none : filters}
      values={address.filter}
      onFilter={(filter) => change({ filter })}
      onRefresh={refresh}
      tools={
        <WallTools
          look={look}
          state={state}
          layouts={group ? undefined : layouts}
          onArrange={arranging.start}
          onFull={toggleFull}
          isNarrow={isNarrow}
        />
      }
    >
      <div ref={place} className={styles.wall} data-full={isFull} data-group={Boolean(group)}>
        {isFull && <LeaveFull onLeave={toggleFull} />}
        <ListNotices monitor={monitor} state={state} />
        {session && state?.group && (
          <GroupBar
            {...{ session, state, only, adding, chosen }}
            members={ordered}
            onOnly={setOnly}
            onChoose={choose}
          />
        )}
        {!group && list.data && (
          <StatusBar
            counts={counts}
            live={live}
            filter={address.filter}
            onFilter={(part) => change({ filter: { ...address.filter, ...part } })}
          />
        )}
        <ArrangeBar arranging={arranging} layouts={layouts} />
        {!group && !arranging.move && mayControl && (
          <Selection {...{ chosen, shown, layouts }} all={monitor.all} onChoose={choose} onStart={start} />
        )}
        <OnlyThese look={look} layouts={layouts} count={rows.length} group={group} />
        {list.data && shown.length === 0 && (
          <NoDevices isFiltered={isFiltered(address.filter, look, layouts)} />
        )}
        <div className={styles.body}>
          <Tiles
            {...{ wall, chosen, width }}
            rows={shown}
            openNo={look.openNo}
            labels={look.labels}
            by={group ? 'online' : look.by}
            handle={tiles}
            onOpen={open}
            onChoose={choosing}
            onMove={arranging.move}
          />
          {(look.openNo || group) && <SidePanel wall={wall} deviceNo={look.openNo} onClose={close} />}
        </div>
      </div>
    </ListFrame>
  )
}
