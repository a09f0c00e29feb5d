import { takeControlPermission } from '@fleetdeck/contract/device-socket'
import { Button, Tooltip } from 'antd'
import { RecordingTime } from '../../../components/screen/RecordingIcon.tsx'
import { RecordTool } from '../../../components/screen/RecordTool.tsx'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { type Adding, AddMembers } from './AddMembers.tsx'
import { DelayChoice } from './DelayChoice.tsx'
import { NotRepeatable, RepeatMissed } from './GroupLog.tsx'
import { GroupReplay } from './GroupReplay.tsx'
import { Screenshots } from './Screenshots.tsx'
import { SendToPhones } from './SendToPhones.tsx'
import { Count } from './StatusBar.tsx'
import { TextPerPhone } from './TextPerPhone.tsx'
import { ToolsOfGroup } from './ToolsOfGroup.tsx'
import styles from './wall.module.css'
import { canReach, idsByStatus, type MemberStatus, memberConditions, type WallRow } from './wall-rows.ts'

const counted = {
  follows: 'wall.countFollows',
  differs: 'wall.countDiffers',
  missed: 'wall.countMissed',
  paused: 'wall.countPaused',
  turned: 'wall.countTurned',
  held: 'wall.countHeld',
  reserved: 'wall.countReserved',
  watchOnly: 'wall.countWatchOnly',
  offline: 'wall.countOffline',
} as const satisfies Partial<Record<MemberStatus, string>>

const none: never[] = []

interface GroupBarProps {
  session: WallSession
  state: WallState
  /** All members, in the order of the wall. */
  members: readonly WallRow[]
  /** Only members of this status are shown. */
  only: MemberStatus | undefined
  onOnly: (status: MemberStatus | undefined) => void
  adding: Adding
  /** Phones that are selected to join the group. */
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}

/**
 * The state of the group with the tools for all, and the actions for members that do not follow. Each has one line,
 * whatever is in it, so that a changed state moves no tile.
 */
export function GroupBar({ session, state, members, only, onOnly, adding, ...choice }: GroupBarProps) {
  const t = useText()
  const mayTake = useMay(takeControlPermission)
  const ids = idsByStatus(state)
  const idsWith = (...statuses: MemberStatus[]) => statuses.flatMap((status) => ids.get(status) ?? [])
  const phones = state.group?.members ?? none
  const leader = phones.find(({ id }) => id === state.group?.leader)
  const unseen = state.group?.unseen ?? 0
  const differing = idsWith('differs')
  const waiting = idsWith('paused', 'missed')
  const held = idsWith('held')
  return (
    <>
      <div className={styles.groupBar} role="status" aria-label={t('wall.group')}>
        <div className={styles.barLine}>
          <Button danger onClick={() => session.stopGroup()}>
            {t('wall.stopGroup')}
          </Button>
          <DelayChoice
            spreadMs={state.group?.spreadMs ?? 0}
            onChange={(spreadMs) => session.spread(spreadMs)}
          />
          <TextPerPhone session={session} state={state} members={members} />
          <SendToPhones phones={phones} />
          <Screenshots phones={phones} />
          <ToolsOfGroup session={session} state={state} members={members} />
          {leader && (
            <RecordTool
              key={leader.id}
              deviceNo={leader.deviceNo}
              recording={leader.recording}
              isOff={!canReach(leader)}
              barText={t('wall.record')}
            />
          )}
          <GroupReplay session={session} state={state} />
          <span>
            {t('wall.leads')} <strong>{leader?.deviceNo}</strong>
          </span>
          {Object.entries(counted).map(([name, text]) => {
            const status = name as keyof typeof counted
            const count = idsWith(status).length
            if (count === 0 && only !== status) return null
            return (
              <Count
                key={name}
                name={name}
                condition={memberConditions[status]}
                isPressed={only === status}
                onPress={() => onOnly(only === status ? undefined : status)}
              >
                {t(text, { count })}
              </Count>
            )
          })}
          {phones.map(
            ({ id, deviceNo, recording }) =>
              recording && (
                <span key={id}>
                  {id !== leader?.id && <strong>{deviceNo} </strong>}
                  <RecordingTime recording={recording} />
                </span>
              ),
          )}
          {unseen > 0 && <span className={styles.faint}>{t('wall.unseen', { count: unseen })}</span>}
        </div>
        <div className={styles.barLine}>
          <Button aria-pressed={adding.isOn} onClick={() => adding.set(!adding.isOn)}>
            {t('wall.addMembers')}
          </Button>
          <Tooltip title={t('wall.acceptHint')}>
            <Button disabled={differing.length === 0} onClick={() => session.accept(differing)}>
              {t('wall.accept')}
            </Button>
          </Tooltip>
          <Button disabled={differing.length === 0} onClick={() => session.change('pauseMembers', differing)}>
            {t('wall.pauseDiffering')}
          </Button>
          <Button disabled={waiting.length === 0} onClick={() => session.change('resumeMembers', waiting)}>
            {t('wall.resumeAll')}
          </Button>
          {mayTake && (
            <Button disabled={held.length === 0} onClick={() => session.change('takeMembers', held)}>
              {t('wall.takeHeld', { count: held.length })}
            </Button>
          )}
          <RepeatMissed session={session} members={phones} />
          <NotRepeatable members={phones} />
        </div>
      </div>
      <AddMembers {...{ session, state, adding, ...choice }} />
    </>
  )
}
