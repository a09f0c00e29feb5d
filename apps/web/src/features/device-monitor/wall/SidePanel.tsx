import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { DevicePanel } from '../../../components/device-panel/DevicePanel.tsx'
import { useText } from '../../../ground/language.ts'
import { GroupLog } from './GroupLog.tsx'
import { GroupScreen } from './GroupScreen.tsx'
import type { Wall } from './use-wall.ts'
import styles from './wall.module.css'

interface SidePanelProps {
  wall: Wall
  /** The phone that was clicked; without one, the leader of the group. */
  deviceNo: string
  onClose: () => void
}

function PanelContent({ wall: { session, state }, deviceNo, onClose }: SidePanelProps) {
  const group = state?.group
  if (!session || !group) return deviceNo ? <DevicePanel key={deviceNo} deviceNo={deviceNo} isEager /> : null
  const leader = group.members.find(({ id }) => id === group.leader)
  const member = group.members.find((one) => one.deviceNo === deviceNo) ?? leader
  if (!member) return null
  return (
    <>
      <GroupScreen
        key={member.id}
        session={session}
        group={group}
        member={member}
        differing={state.differing}
        isConnected={state.socket === 'open'}
        onLeader={onClose}
      />
      <GroupLog session={session} log={state.log} id={member.id} />
    </>
  )
}

/** The enlarged phone next to the wall. Escape closes it, except on the phone's screen, which receives the key. */
export function SidePanel(props: SidePanelProps) {
  const { wall, deviceNo, onClose } = props
  const t = useText()
  const panel = useRef<HTMLElement>(null)
  const group = wall.state?.group
  const leader = group?.members.find(({ id }) => id === group.leader)?.deviceNo
  const shown = deviceNo || leader || ''
  useEffect(() => {
    if (shown) panel.current?.focus({ preventScroll: true })
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  const isAlone = group !== undefined && group !== null && shown !== leader
  return (
    <aside
      ref={panel}
      className={styles.sidePanel}
      tabIndex={-1}
      aria-label={t('wall.beside')}
      onKeyDown={onKeyDown}
    >
      <div className={styles.sidePanelHead}>
        <h2>{group ? t(isAlone ? 'wall.aloneTitle' : 'wall.leaderTitle', { device: shown }) : shown}</h2>
        {(!group || isAlone) && (
          <Button type="text" icon={<CloseOutlined />} aria-label={t('wall.back')} onClick={onClose} />
        )}
      </div>
      <PanelContent {...props} />
    </aside>
  )
}
