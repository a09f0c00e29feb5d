import { PlayCircleOutlined } from '@ant-design/icons'
import { recordings, replaySpeeds } from '@fleetdeck/contract/recordings'
import type { GroupMember, WallGroup } from '@fleetdeck/contract/wall-socket'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorMessage } from '../../../api/message-of.ts'
import { clockText } from '../../../components/clock-text.ts'
import { listSource } from '../../../components/pickers/pick-source.ts'
import { RemoteSelect } from '../../../components/pickers/RemoteSelect.tsx'
import { shortTime } from '../../../components/time-text.ts'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { BarTool } from './BarTool.tsx'
import { PhoneNames } from './PhoneNames.tsx'
import { ReplayProgress } from './ReplayProgress.tsx'
import styles from './wall.module.css'
import { whyTexts } from './wall-rows.ts'

const source = listSource(recordings.list, {
  searchBy: 'deviceNo',
  fixed: { orderByColumn: 'id', isAsc: 'desc' },
  toOption: ({ id, deviceNo, startedAt, durationMs }) => ({
    value: id,
    label: `${deviceNo} · ${shortTime(startedAt)} · ${clockText(durationMs)}`,
  }),
})

type Speed = (typeof replaySpeeds)[number]
type Size = { width: number; height: number }

const isWide = ({ width, height }: Size) => width > height
const sides = ({ width, height }: Size) => [width, height].toSorted((a, b) => a - b).join()
const isAble = ({ state }: GroupMember) => ['follows', 'turned', 'joining'].includes(state)

interface PreviewProps {
  recordingId: number
  group: WallGroup
}

/** What the recording would do, on which phones, and on which not and why. */
function Preview({ recordingId, group: { members } }: PreviewProps) {
  const t = useText()
  const { data, error } = useQuery({
    queryKey: [recordings.replayPreview.path, recordingId],
    queryFn: ({ signal }) => call(recordings.replayPreview, { query: { id: recordingId }, signal }),
    meta: { silent: true },
  })
  if (error) return <Alert type="error" showIcon role="alert" title={errorMessage(error)} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const { steps, skipped, durationMs, screen } = data
  if (steps === 0) return <Alert type="error" showIcon role="alert" title={t('recording.noInputs')} />
  const able = members.filter(isAble)
  const onOther = (differs: (recorded: Size, own: Size) => boolean) =>
    able.filter((member) => screen && member.screen && differs(screen, member.screen))
  const scaled = onOther((recorded, own) => sides(recorded) !== sides(own))
  const turned = onOther((recorded, own) => isWide(recorded) !== isWide(own))
  const others = Map.groupBy(
    members.filter((member) => !isAble(member)),
    ({ state }) => state,
  )
  return (
    <>
      <p className={styles.previewHead}>
        {t('wall.replayFacts', { count: steps, time: clockText(durationMs) })} ·{' '}
        {t('wall.replayOnPhones', { count: able.length })}
      </p>
      {skipped > 0 && <Alert type="info" showIcon title={t('recording.replaySkips')} />}
      <PhoneNames
        type="info"
        text={t('wall.replaySizes', { count: scaled.length })}
        phones={scaled.map(({ deviceNo, screen: own }) => `${deviceNo} ${own?.width}×${own?.height}`)}
      />
      <PhoneNames
        type="warning"
        text={t('wall.replayTurned', { count: turned.length })}
        phones={turned.map(({ deviceNo }) => deviceNo)}
      />
      {[...others].map(([state, some]) => (
        <PhoneNames
          key={state}
          type="warning"
          text={t('common.labelled', {
            label: t('wall.replayCannot', { count: some.length }),
            value: t(whyTexts[state]),
          })}
          phones={some.map(({ deviceNo }) => deviceNo)}
        />
      ))}
    </>
  )
}

interface ChoiceProps {
  session: WallSession
  group: WallGroup
  isConnected: boolean
  onClose: () => void
}

function ChoiceDialog({ session, group, isConnected, onClose }: ChoiceProps) {
  const t = useText()
  const [recordingId, setRecordingId] = useState<number>()
  const [speed, setSpeed] = useState<Speed>(1)
  const count = group.members.filter(isAble).length
  return (
    <Modal
      open
      width={640}
      title={t('wall.replay')}
      okText={t('wall.replayStart', { count })}
      okButtonProps={{ disabled: recordingId === undefined || count === 0 || !isConnected }}
      cancelText={t('table.cancel')}
      onOk={() => recordingId !== undefined && session.startReplay(recordingId, speed)}
      onCancel={onClose}
    >
      <Form layout="vertical" className={styles.texts ?? ''}>
        <Form.Item
          className={styles.field ?? ''}
          label={t('wall.replayRecording')}
          htmlFor="replay-recording"
        >
          <RemoteSelect
            id="replay-recording"
            source={source}
            value={recordingId ?? null}
            onChange={setRecordingId}
            placeholder={t('wall.replayRecordingRequired')}
          />
        </Form.Item>
        <Form.Item className={styles.field ?? ''} label={t('recording.speed')}>
          <Segmented<Speed>
            aria-label={t('recording.speed')}
            value={speed}
            onChange={setSpeed}
            options={replaySpeeds.map((value) => ({ value, label: `${value}×` }))}
          />
        </Form.Item>
        {recordingId !== undefined && <Preview key={recordingId} recordingId={recordingId} group={group} />}
        <p className={styles.hint}>{t('wall.replayHint')}</p>
      </Form>
    </Modal>
  )
}

interface GroupReplayProps {
  session: WallSession
  state: WallState
}

/** Repeats the inputs of a recording on the group, and shows what became of it on each phone. */
export function GroupReplay({ session, state: { group, replay, socket } }: GroupReplayProps) {
  const t = useText()
  const mayList = useMay(recordings.list.permission)
  const mayReplay = useMay(recordings.replay.permission)
  const [isOpen, setOpen] = useState(false)
  if (!mayList || !mayReplay || !group) return null
  const done = Math.max(0, ...(replay?.members.map((member) => member.done) ?? []))
  const texts = {
    playing: 'wall.replayProgress',
    paused: 'wall.replayPausedAt',
    ended: 'wall.replayResult',
  } as const
  const isConnected = socket === 'open'
  const dialog = { session, group, isConnected, onClose: () => setOpen(false) }
  return (
    <>
      {replay ? (
        <Button onClick={() => setOpen(true)} data-replay={replay.state}>
          {t(texts[replay.state], { done, count: replay.steps })}
        </Button>
      ) : (
        <BarTool label={t('wall.replay')} icon={<PlayCircleOutlined />} onClick={() => setOpen(true)} />
      )}
      {replay?.state === 'playing' && (
        <Button disabled={!isConnected} onClick={() => session.steerReplay('pause')}>
          {t('wall.replayPause')}
        </Button>
      )}
      {isOpen && (replay ? <ReplayProgress {...dialog} replay={replay} /> : <ChoiceDialog {...dialog} />)}
    </>
  )
}
