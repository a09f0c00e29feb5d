import type { ReplayMember, WallGroup } from '@fleetdeck/contract/wall-socket'
import { Alert, Button, Modal, Progress } from 'antd'
import { StateShape } from '../../../components/StateBadge.tsx'
import { type Translate, useText } from '../../../ground/language.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import styles from './wall.module.css'
import { whyTexts } from './wall-rows.ts'

type Replay = NonNullable<WallState['replay']>

const conditions = { playing: 'busy', done: 'online', lacks: 'trouble' } as const
/** What needs attention comes first. */
const order = { lacks: 0, playing: 1, done: 2 } as const

function statusText(t: Translate, { status, done, why }: ReplayMember): string {
  if (status === 'playing') return t('wall.replayPlaying')
  if (status === 'done') return t('wall.replayDone')
  const label = t('wall.replayLacks', { step: done + 1 })
  if (!why) return label
  return t('common.labelled', { label, value: t(why === 'stopped' ? 'wall.replayStopped' : whyTexts[why]) })
}

interface PhonesProps {
  replay: Replay
  numbers: ReadonlyMap<number, string>
}

function Phones({ replay: { members, steps }, numbers }: PhonesProps) {
  const t = useText()
  const sorted = members.toSorted((a, b) => order[a.status] - order[b.status])
  return (
    <div className={styles.log}>
      <table aria-label={t('wall.replayResult')}>
        <thead>
          <tr>
            <th>{t('wall.replayPhone')}</th>
            <th className={styles.figure}>{t('wall.replaySteps')}</th>
            <th>{t('wall.replayStatus')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((member) => (
            <tr key={member.id} data-replay={member.status}>
              <td className={styles.number}>{numbers.get(member.id)}</td>
              <td className={styles.figure}>
                {member.done}/{steps}
              </td>
              <td>
                <span className={styles.status}>
                  <StateShape condition={conditions[member.status]} />
                  {statusText(t, member)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
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
  const reachable = new Set(
    group.members.filter(({ state }) => ['follows', 'turned', 'paused'].includes(state)).map(({ id }) => id),
  )
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
        <Phones replay={replay} numbers={new Map(group.members.map(({ id, deviceNo }) => [id, deviceNo]))} />
      </div>
    </Modal>
  )
}
