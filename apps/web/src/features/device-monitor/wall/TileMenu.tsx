import { takeControlPermission } from '@fleetdeck/contract/device-socket'
import type { GroupMember } from '@fleetdeck/contract/wall-socket'
import { Dropdown, type MenuProps } from 'antd'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { type Translate, useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { GroupLogDialog } from './GroupLog.tsx'
import styles from './wall.module.css'
import { canReach, type WallRow } from './wall-rows.ts'

type GroupChange = Parameters<WallSession['change']>[0]
type Item = NonNullable<NonNullable<MenuProps['items']>[number]>

interface Context {
  t: Translate
  row: WallRow
  state: WallState
  mayTake: boolean
  isChosen: boolean
  mayChoose: boolean
}

function memberItems(member: GroupMember, { t, state, mayTake }: Context): Item[] {
  const { group, replay } = state
  const isLeader = member.id === group?.leader
  const part = replay?.members.find(({ id }) => id === member.id)
  const items: (Item | false)[] = [
    !isLeader && member.state === 'paused' && { key: 'resumeMembers', label: t('wall.resume') },
    !isLeader &&
      ['follows', 'turned'].includes(member.state) && { key: 'pauseMembers', label: t('wall.pause') },
    member.state === 'held' && mayTake && { key: 'takeMembers', label: t('wall.keyTake') },
    member.missed > 0 && {
      key: 'repeatMissed',
      label: t('wall.repeatOne', { count: member.missed }),
      disabled: !member.canRepeat,
    },
    part?.status === 'lacks' && {
      key: 'continueReplay',
      label: t('wall.replayContinueOne', { step: part.done + 1 }),
      disabled: !canReach(member) || Boolean(replay?.isCut),
    },
    !isLeader && canReach(member) && { key: 'lead', label: t('wall.lead') },
    { key: 'log', label: t('wall.log') },
    !isLeader && { type: 'divider' },
    !isLeader && { key: 'removeMembers', label: t('wall.remove'), danger: true },
  ]
  return items.filter((item) => item !== false)
}

function itemsOf(context: Context): Item[] {
  const { t, row, state, isChosen, mayChoose } = context
  const { deviceNo } = row.row.device
  const open = { key: 'open', label: t('wall.keyOpen') }
  if (row.member) return [open, ...memberItems(row.member, context)]
  if (state.group) return [open, { key: 'add', label: t('wall.addOne') }]
  if (!mayChoose) return [open]
  return [open, { key: 'choose', label: t(isChosen ? 'wall.unchoose' : 'wall.choose', { device: deviceNo }) }]
}

/** The key that opens a context menu is missing on many keyboards, and Shift+F10 in some browsers. */
function openByKey(event: KeyboardEvent) {
  const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
  if (!isMenuKey || !(event.target instanceof HTMLElement)) return
  event.preventDefault()
  const { x, y, width, height } = event.target.getBoundingClientRect()
  const at = { clientX: x + width / 2, clientY: y + height / 3 }
  event.target.dispatchEvent(new window.MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }))
}

interface TileMenuProps {
  session: WallSession | undefined
  state: WallState | undefined
  rows: readonly WallRow[]
  chosen: readonly number[]
  onOpen: (deviceNo: string) => void
  /** Undefined while phones cannot be selected. */
  onChoose: ((id: number) => void) | undefined
  children: ReactNode
}

/** What can be done with the phone of a tile; one menu for all tiles. */
export function TileMenu({ session, state, rows, chosen, onOpen, onChoose, children }: TileMenuProps) {
  const t = useText()
  const mayTake = useMay(takeControlPermission)
  const [deviceNo, setDeviceNo] = useState('')
  const [logged, setLogged] = useState<GroupMember>()
  const place = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const row = rows.find((one) => one.row.device.deviceNo === deviceNo)
  const screen = () => place.current?.querySelector<HTMLElement>(`[data-screen="${CSS.escape(deviceNo)}"]`)
  // A page that scrolls to the menu would close it.
  const focusMenu = () =>
    menu.current?.querySelector<HTMLElement>('[role="menu"]')?.focus({ preventScroll: true })
  const chooseTile = (event: MouseEvent) => {
    const tile = event.target instanceof Element && event.target.closest('article')
    const number = tile ? tile.querySelector<HTMLElement>('[data-screen]')?.dataset.screen : undefined
    if (number && session && state) setDeviceNo(number)
    else event.stopPropagation()
  }
  const act = (key: string) => {
    if (!row || !session) return
    const { id } = row.row.device
    const actions: Record<string, () => void> = {
      open: () => onOpen(deviceNo),
      choose: () => onChoose?.(id),
      add: () => session.addMembers([id]),
      lead: () => session.leadBy(id),
      log: () => setLogged(row.member),
      continueReplay: () => session.continueReplay([id]),
    }
    const change = actions[key] ?? (() => session.change(key as GroupChange, [id]))
    change()
  }
  const context = row &&
    state && {
      t,
      row,
      state,
      mayTake,
      isChosen: chosen.includes(row.row.device.id),
      mayChoose: Boolean(onChoose),
    }
  return (
    <>
      <Dropdown
        trigger={['contextMenu']}
        menu={{ items: context ? itemsOf(context) : [], onClick: ({ key }) => act(key) }}
        popupRender={(items) => <div ref={menu}>{items}</div>}
        onOpenChange={(isOpen) => (isOpen ? requestAnimationFrame(focusMenu) : screen()?.focus())}
      >
        {/** biome-ignore lint/a11y/noStaticElementInteractions: the tiles have the focus, the menu is the same for all. */}
        <div ref={place} className={styles.grid} onContextMenuCapture={chooseTile} onKeyDown={openByKey}>
          {children}
        </div>
      </Dropdown>
      {logged && session && (
        <GroupLogDialog
          session={session}
          log={state?.log}
          id={logged.id}
          deviceNo={logged.deviceNo}
          onClose={() => setLogged(undefined)}
        />
      )}
    </>
  )
}
