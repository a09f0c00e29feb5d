import { AppstoreOutlined, ArrowLeftOutlined, HomeOutlined } from '@ant-design/icons'
import type { ScreenActionType } from '@fleetdeck/contract/screen-action'
import type { GroupMember, WallGroup } from '@fleetdeck/contract/wall-socket'
import { Button, Input, Space } from 'antd'
import { type ReactNode, useEffect, useMemo } from 'react'
import { StateShape } from '../../../components/StateBadge.tsx'
import { PhoneScreen, type ScreenInputs } from '../../../components/screen/PhoneScreen.tsx'
import { useOpenScreen } from '../../../components/screen/use-open-screen.ts'
import { useScreenSession } from '../../../components/screen/use-screen-session.ts'
import { useText } from '../../../ground/language.ts'
import type { ScreenRequest } from '../../../realtime/screen/screen-session.ts'
import type { WallSession } from '../../../realtime/wall/wall-session.ts'
import styles from './wall.module.css'
import { differingScreen, memberConditions, memberStatus, memberTexts } from './wall-rows.ts'

/** The wall has control, so this viewer only watches, at the highest rate. */
const screenRequest: ScreenRequest = { watches: true, setting: { screen_img_delay: '50' } }
const ignore = () => {}

interface GroupScreenProps {
  session: WallSession
  group: WallGroup
  member: GroupMember
  differing: ReadonlySet<number>
  /** Input sent over a closed connection would be lost. */
  isConnected: boolean
  onLeader: () => void
}

const keys: readonly {
  action: ScreenActionType
  icon: ReactNode
  text: 'screen.back' | 'screen.home' | 'screen.recent'
}[] = [
  { action: 'back', icon: <ArrowLeftOutlined />, text: 'screen.back' },
  { action: 'home', icon: <HomeOutlined />, text: 'screen.home' },
  { action: 'recent', icon: <AppstoreOutlined />, text: 'screen.recent' },
]

/** Sends input to all following members, or to a single paused one. */
function useGroupInputs(session: WallSession, only: number | undefined): ScreenInputs {
  return useMemo(
    () => ({
      act: (action_type, x = 0, y = 0) => session.input({ action: 'canvas_action', action_type, x, y }, only),
      type: (text) => session.input({ action: 'typeText', text }, only),
      press: (key) => session.input({ action: 'pressKey', key }, only),
    }),
    [session, only],
  )
}

const reachable = (member: GroupMember) => ['follows', 'turned', 'paused'].includes(member.state)

/** The leader's screen, or that of a single member. */
export function GroupScreen(props: GroupScreenProps) {
  const { session, group, member, differing, isConnected, onLeader } = props
  const t = useText()
  const mayShow = useOpenScreen() ?? false
  const isLeader = member.id === group.leader
  const screen = useScreenSession(member.deviceNo, ignore, screenRequest)
  const inputs = useGroupInputs(session, isLeader ? undefined : member.id)
  const canReach = isConnected && reachable(member)
  const opened = screen.session
  useEffect(() => {
    if (mayShow) opened?.start()
  }, [mayShow, opened])
  const status = memberStatus(member, group, differing)
  const other = differingScreen(member, group)
  return (
    <>
      <p className={styles.status}>
        <StateShape condition={memberConditions[status]} />
        {t(memberTexts[status], { count: member.missed, name: member.by ?? '' })}
      </p>
      {other && <p className={styles.hint}>{t('wall.otherScreen', { size: other })}</p>}
      <PhoneScreen
        deviceNo={member.deviceNo}
        session={opened}
        state={screen.state}
        mayStart={mayShow}
        inputs={canReach ? inputs : undefined}
      />
      <div className={styles.keys}>
        {keys.map(({ action, icon, text }) => (
          <Button key={action} icon={icon} disabled={!canReach} onClick={() => inputs.act(action)}>
            {t(text)}
          </Button>
        ))}
      </div>
      <TextField
        isOff={!canReach}
        label={t(isLeader ? 'wall.typeAll' : 'wall.typeOne')}
        onText={inputs.type}
      />
      {isLeader ? (
        <p className={styles.hint}>{t('wall.leaderHint')}</p>
      ) : (
        <Space wrap>
          <Button
            type="primary"
            disabled={!canReach}
            onClick={() => {
              session.change('resumeMembers', [member.id])
              onLeader()
            }}
          >
            {t('wall.resume')}
          </Button>
          <Button
            disabled={!canReach}
            onClick={() => {
              session.leadBy(member.id)
              onLeader()
            }}
          >
            {t('wall.lead')}
          </Button>
          <Button
            onClick={() => {
              session.change('removeMembers', [member.id])
              onLeader()
            }}
          >
            {t('wall.remove')}
          </Button>
        </Space>
      )}
    </>
  )
}

function TextField({
  isOff,
  label,
  onText,
}: {
  isOff: boolean
  label: string
  onText: (text: string) => void
}) {
  const t = useText()
  return (
    <Input.Search
      disabled={isOff}
      aria-label={label}
      placeholder={label}
      maxLength={5000}
      enterButton={t('screen.typeText')}
      onSearch={(text) => text !== '' && onText(text)}
    />
  )
}
