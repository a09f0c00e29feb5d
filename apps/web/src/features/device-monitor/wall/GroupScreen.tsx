import type { GroupMember, WallGroup } from '@fleetdeck/contract/wall-socket'
import { Button, Input, Space } from 'antd'
import { useEffect, useState } from 'react'
import { PhoneScreen } from '../../../components/screen/PhoneScreen.tsx'
import { showRecordingEnd } from '../../../components/screen/screen-notices.ts'
import { chosenProfile, useQualityChoice } from '../../../components/screen/screen-quality.ts'
import { useOpenScreen } from '../../../components/screen/use-open-screen.ts'
import { useScreenSession } from '../../../components/screen/use-screen-session.ts'
import { useText } from '../../../ground/language.ts'
import type { ScreenNotice, ScreenRequest } from '../../../realtime/screen/screen-session.ts'
import type { WallSession } from '../../../realtime/wall/wall-session.ts'
import { GroupTools } from './GroupTools.tsx'
import { useSendToPhones } from './SendToPhones.tsx'
import { useGroupInputs } from './use-group-inputs.ts'
import styles from './wall.module.css'
import { canReach, differingScreen } from './wall-rows.ts'

/** The wall has control, so this viewer only watches. */
const watching = (): ScreenRequest => ({ watches: true, profile: chosenProfile() })

interface GroupScreenProps {
  session: WallSession
  group: WallGroup
  member: GroupMember
  /** Input sent over a closed connection would be lost. */
  isConnected: boolean
  onLeader: () => void
}

/** The leader's screen, or that of a single member. */
export function GroupScreen(props: GroupScreenProps) {
  const { session, group, member, isConnected, onLeader } = props
  const t = useText()
  const mayShow = useOpenScreen() ?? false
  const isLeader = member.id === group.leader
  const [request] = useState(watching)
  const showNotice = (notice: ScreenNotice) => {
    if (notice.action === 'recordingEnded') showRecordingEnd(t, member.deviceNo, notice)
  }
  const screen = useScreenSession(member.deviceNo, showNotice, { request })
  const inputs = useGroupInputs(session, isLeader ? undefined : member.id)
  const isReached = isConnected && canReach(member)
  const { maySend, drop, drawers } = useSendToPhones(isLeader ? group.members : [member])
  const opened = screen.session
  useQualityChoice(opened)
  useEffect(() => {
    if (mayShow) opened?.start()
  }, [mayShow, opened])
  const other = differingScreen(member, group)
  return (
    <>
      {other && <p className={styles.hint}>{t('wall.otherScreen', { size: other })}</p>}
      <PhoneScreen
        deviceNo={member.deviceNo}
        session={opened}
        state={screen.state}
        mayStart={mayShow}
        inputs={isReached ? inputs : undefined}
        onDrop={maySend && isReached ? drop : undefined}
        tools={<GroupTools inputs={inputs} isOff={!isReached} single={isLeader ? undefined : member} />}
      />
      {drawers}
      <TextField
        isOff={!isReached}
        label={t(isLeader ? 'wall.typeAll' : 'wall.typeOne')}
        onText={inputs.type}
      />
      {!isLeader && (
        <Space wrap>
          <Button
            type="primary"
            disabled={!isReached}
            onClick={() => {
              session.change('resumeMembers', [member.id])
              onLeader()
            }}
          >
            {t('wall.resume')}
          </Button>
          <Button
            disabled={!isReached}
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
