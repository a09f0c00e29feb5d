import { ArrowLeftOutlined } from '@ant-design/icons'
import { type Recording, recordings, type Timeline } from '@fleetdeck/contract/recordings'
import { scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tooltip } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { showError } from '../../api/feedback.ts'
import { pauseInOutage } from '../../api/query-client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { canMakeFilm, exportFilm } from './export-film.ts'
import { PlayerView } from './PlayerView.tsx'
import { RecordingBadge } from './RecordingsPage.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import styles from './recordings.module.css'
import { SaveScriptDrawer } from './SaveScriptDrawer.tsx'

const runningMs = 3000

function Tools({ recording, timeline }: { recording: Recording; timeline: Timeline }) {
  const t = useText()
  const [open, setOpen] = useState<'replay' | 'script'>()
  const [isExporting, setExporting] = useState(false)
  const mayReplay = useMay(recordings.replay.permission)
  const mayScript = useMay(recordings.script.permission)
  const mayAddScript = useMay(scripts.add.permission)
  const hasInputs = timeline.inputs.length > 0
  const save = async () => {
    setExporting(true)
    await exportFilm(recording, timeline).catch((error) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) showError(error)
    })
    setExporting(false)
  }
  const close = () => setOpen(undefined)
  return (
    <div className={styles.tools}>
      {mayReplay && (
        <Button type="primary" disabled={!hasInputs} onClick={() => setOpen('replay')}>
          {t('recording.replay')}
        </Button>
      )}
      {mayScript && mayAddScript && (
        <Button disabled={!hasInputs} onClick={() => setOpen('script')}>
          {t('recording.saveScript')}
        </Button>
      )}
      <Tooltip title={canMakeFilm() ? '' : t('recording.noEncoder')}>
        <Button
          disabled={!canMakeFilm() || timeline.pictures.length === 0}
          loading={isExporting}
          onClick={() => void save()}
        >
          {t('recording.export')}
        </Button>
      </Tooltip>
      {open === 'replay' && <ReplayDialog recording={recording} onClose={close} />}
      {open === 'script' && <SaveScriptDrawer recording={recording} onClose={close} />}
    </div>
  )
}

/** One recording: playback, replay on phones, export, conversion into a script. */
export function RecordingPage() {
  const t = useText()
  const navigate = useNavigate()
  const id = Number(useParams().id)
  const info = useQuery({
    queryKey: [recordings.one.path, id],
    queryFn: ({ signal }) => call(recordings.one, { query: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'recording' ? runningMs : pauseInOutage(query)),
    meta: { silent: true },
  })
  // The state is part of the key, so that the timeline is reloaded when the recording ends.
  const state = info.data?.state
  const timeline = useQuery({
    queryKey: [recordings.timeline.path, id, state],
    queryFn: ({ signal }) => call(recordings.timeline, { query: { id }, signal }),
    enabled: state !== undefined,
    meta: { silent: true },
  })
  const error = info.error ?? timeline.error
  const recording = info.data
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => navigate('/device/recording')}>
          {t('recording.back')}
        </Button>
        {recording && (
          <>
            <strong className={styles.device}>{recording.deviceNo}</strong>
            <TimeText value={recording.startedAt} />
            <span>{recording.userName}</span>
            <RecordingBadge recording={recording} />
          </>
        )}
        {recording && timeline.data && <Tools recording={recording} timeline={timeline.data} />}
      </header>
      {error && (
        <ErrorState
          title={t('table.loadFailed')}
          error={error}
          onRetry={() => void (info.error ? info.refetch() : timeline.refetch())}
        />
      )}
      {!error && !timeline.data && <Skeleton active />}
      {timeline.data && <PlayerView key={`${id} ${state}`} id={id} timeline={timeline.data} />}
    </section>
  )
}
