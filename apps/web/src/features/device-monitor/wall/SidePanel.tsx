import { CloseOutlined } from '@ant-design/icons'
import type { GroupMember } from '@fleetdeck/contract/wall-socket'
import { Button } from 'antd'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DevicePanel } from '../../../components/device-panel/DevicePanel.tsx'
import { DockEdge } from '../../../components/device-panel/DockEdge.tsx'
import { useStoredWidth } from '../../../components/device-panel/dock-width.ts'
import { StateShape } from '../../../components/StateBadge.tsx'
import { useText } from '../../../ground/language.ts'
import { GroupLog } from './GroupLog.tsx'
import { GroupScreen } from './GroupScreen.tsx'
import type { Wall } from './use-wall.ts'
import styles from './wall.module.css'
import { memberConditions, memberStatus, memberTexts } from './wall-rows.ts'

const other = { left: 'right', right: 'left' } as const
const gapPx = 4
const widths = { min: 320, usual: 520, max: 1600 } as const

interface SidePanelProps {
  wall: Wall
  /** The phone that was clicked; without one, the leader of the group. */
  deviceNo: string
  onClose: () => void
}

interface PanelContentProps extends SidePanelProps {
  member: GroupMember | undefined
  isLogOpen: boolean
}

function PanelContent({ wall, deviceNo, onClose, member, isLogOpen }: PanelContentProps) {
  const { session, state } = wall
  const group = state?.group
  if (!session || !group) return deviceNo ? <DevicePanel key={deviceNo} deviceNo={deviceNo} isEager /> : null
  if (!member) return null
  return (
    <>
      <GroupScreen
        key={member.id}
        session={session}
        group={group}
        member={member}
        isConnected={state.socket === 'open'}
        onLeader={onClose}
      />
      {isLogOpen && <GroupLog session={session} log={state.log} id={member.id} />}
    </>
  )
}

function MemberStatusText({ member, wall: { state } }: { member: GroupMember; wall: Wall }) {
  const t = useText()
  if (!state?.group) return null
  const status = memberStatus(member, state.group, state.differing)
  if (status === 'leads') return null
  return (
    <span className={styles.status}>
      <StateShape condition={memberConditions[status]} />
      {t(memberTexts[status], { count: member.missed, name: member.by ?? '' })}
    </span>
  )
}

/** A panel over the wall leaves the tile uncovered whose phone it shows: half of the rest is its own. */
function useFreePlace(shown: string, width: number) {
  const panel = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<{ side: 'left' | 'right'; most: number }>({ side: 'right', most: width })
  useLayoutEffect(() => {
    const wall = panel.current?.parentElement
    const tile = wall?.querySelector(`[data-screen="${CSS.escape(shown)}"]`)?.getBoundingClientRect()
    if (!wall || !tile) return
    const area = wall.getBoundingClientRect()
    const most = Math.floor((area.width - tile.width) / 2) - gapPx
    const covered = Math.min(width, most)
    const isFree = { left: tile.left >= area.left + covered, right: tile.right <= area.right - covered }
    setPlace(({ side }) => ({
      most,
      side: isFree[side] || isFree.right === isFree.left ? side : other[side],
    }))
  }, [shown, width])
  return { panel, ...place }
}

/**
 * The enlarged phone: a single one over the wall, whose tiles stay where they are; the leader of a group next to it.
 * Escape closes it, except on the phone's screen, which receives the key. */
export function SidePanel(props: SidePanelProps) {
  const { wall, deviceNo, onClose } = props
  const t = useText()
  const group = wall.state?.group
  const leader = group?.members.find(({ id }) => id === group.leader)
  const member = group?.members.find((one) => one.deviceNo === deviceNo) ?? leader
  const shown = deviceNo || leader?.deviceNo || ''
  const [isLogOpen, setLogOpen] = useState(false)
  const { width, setWidth } = useStoredWidth('wall-beside-width', widths)
  const { panel, side, most } = useFreePlace(shown, width)
  useEffect(() => {
    if (shown) panel.current?.focus({ preventScroll: true })
  }, [shown, panel])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  const isAlone = group !== undefined && group !== null && shown !== leader?.deviceNo
  return (
    <aside
      ref={panel}
      className={styles.sidePanel}
      data-over={!group}
      data-side={group ? 'right' : side}
      style={{ '--beside-width': `${width}px`, '--most': `${most}px` } as CSSProperties}
      tabIndex={-1}
      aria-label={t('wall.beside')}
      onKeyDown={onKeyDown}
    >
      {(group || side === 'right') && (
        <DockEdge width={width} count={1} limits={widths} onChange={setWidth} />
      )}
      <div className={styles.sidePanelHead}>
        <h2>{group ? t(isAlone ? 'wall.aloneTitle' : 'wall.leaderTitle', { device: shown }) : shown}</h2>
        {member && <MemberStatusText member={member} wall={wall} />}
        <span className={styles.panelButtons}>
          {member && (
            <Button size="small" aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
              {t('wall.log')}
            </Button>
          )}
          {(!group || isAlone) && (
            <Button type="text" icon={<CloseOutlined />} aria-label={t('wall.back')} onClick={onClose} />
          )}
        </span>
      </div>
      <PanelContent {...props} member={member} isLogOpen={isLogOpen} />
    </aside>
  )
}
