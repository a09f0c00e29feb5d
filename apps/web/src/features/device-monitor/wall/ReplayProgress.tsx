import type { ReplayMember, WallGroup } from '@fleetdeck/contract/wall-socket'
import { Alert, Button, Modal, Progress } from 'antd'
import { type Translate, useText } from '../../../ground/language.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { PhoneResults } from './PhoneResults.tsx'
import styles from './wall.module.css'
import { canReach, whyTexts } from './wall-rows.ts'

type Replay = NonNullable<WallState['replay']>

const conditions = { playing: 'busy', done: 'online', lacks: 'trouble' } as const

function statusText(t: Translate, { status, done, why }: ReplayMember): string {
  if (status === 'playing') return t('wall.replayPlaying')
  if (status === 'done') return t('wall.replayDone')
  const label = t('wall.replayLacks', { step: done + 1 })
  if (!why) return label
  return t('common.labelled', { label, value: t(why === 'stopped' ? 'wall.replayStopped' : whyTexts[why]) })
}

function Steering({
  session,
  state,
  isOff,
}: {
  session: WallSession
  state: Replay['state']
  isOff: boolean
}) {
  const t = useText()
  const next = state === 'playing' ? 'pause' : 'resume'
  return (
    <>
      <Button danger disabled={isOff} onClick={() => session.steerReplay('stop')}>
        {t('wall.replayStop')}
      </Button>
      <Button type="primary" disabled={isOff} onClick={() => session.steerReplay(next)}>
        {t(next === 'pause' ? 'wall.replayPause' : 'wall.replayResume')}
      </Button>
    </>
  )
}

function Continuing({ session, replay, group }: { session: WallSession; replay: Replay; group: WallGroup }) {
  const t = useText()
  if (replay.isCut) return null
  const reachable = new Set(group.members.filter(canReach).map(({ id }) => id))
  const lacking = replay.members.filter(({ status }) => status === 'lacks').map(({ id }) => id)
  const able = lacking.filter((id) => reachable.has(id))
  if (lacking.length === 0) return null
  return (
    <>
      {able.length < lacking.length && (
        <span className={styles.faint}>
          {t('wall.replayContinueNot', { count: lacking.length - able.length })}
        </span>
      )}
      <Button
        type="primary"
        disabled={able.length === 0}
        title={t('wall.replayContinueHint')}
        onClick={() => session.continueReplay(able)}
      >
        {t('wall.replayContinue', { count: able.length })}
      </Button>
    </>
  )
}

interface ReplayProgressProps {
  session: WallSession
  group: WallGroup
  replay: Replay
  isConnected: boolean
  onClose: () => void
}

/** How far the replay is on each phone, and what was missed. Closing it does not stop the replay. */
export function ReplayProgress({ session, group, replay, isConnected, onClose }: ReplayProgressProps) {
  const t = useText()
  const { members, steps, state, isCut, isLeaderAway } = replay
  const count = (status: ReplayMember['status']) =>
    members.filter((member) => member.status === status).length
  const counts = { done: count('done'), playing: count('playing'), lacks: count('lacks') }
  const sent = members.reduce((sum, { done }) => sum + done, 0)
  const hasEnded = state === 'ended'
  const numbers = new Map(group.members.map(({ id, deviceNo }) => [id, deviceNo]))
  return (
    <Modal
      open
      width={640}
      title={t('wall.replayOf', { device: replay.deviceNo })}
      onCancel={onClose}
      footer={
        hasEnded ? (
          <>
            <Button onClick={() => session.steerReplay('close')}>{t('wall.replayOther')}</Button>
            {isConnected && <Continuing session={session} replay={replay} group={group} />}
          </>
        ) : (
          <Steering session={session} state={state} isOff={!isConnected} />
        )
      }
    >
      <div className={styles.texts}>
        <Progress percent={Math.floor((100 * sent) / Math.max(1, steps * members.length))} />
        <p role="status" className={styles.previewHead}>
          {t('wall.replayCounts', counts)}
        </p>
        {isCut && <Alert type="warning" showIcon title={t('wall.replayConnectionLost')} />}
        {isLeaderAway && <Alert type="warning" showIcon title={t('wall.replayLeaderAway')} />}
        <PhoneResults
          label={t('wall.replayResult')}
          results={members.map((member) => ({
            id: member.id,
            deviceNo: numbers.get(member.id),
            condition: conditions[member.status],
            text: statusText(t, member),
            steps: `${member.done}/${steps}`,
          }))}
        />
      </div>
    </Modal>
  )
}
