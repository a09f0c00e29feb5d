import { CloseOutlined } from '@ant-design/icons'
import { commandResult, commands } from '@fleetdeck/contract/commands'
import { endStates } from '@fleetdeck/contract/delivery'
import type { CommandId } from '@fleetdeck/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { commandIcons, commandTexts } from '../commands/command-kinds.tsx'
import { ReasonText } from '../commands/ReasonText.tsx'
import { useRunEvents } from '../commands/use-run-events.ts'
import { DeliveryBadge } from '../delivery/DeliveryBadge.tsx'
import styles from './screen.module.css'
import type { PhoneFile, PhoneFiles } from './use-phone-files.ts'

const shownWhenDoneMs = 10_000

/** Files in transfer to the phone, and their results; a completed one is shown a little longer. */
export function PhoneFileList({ files, dismiss, noteEnd }: PhoneFiles) {
  const t = useText()
  useRunEvents()
  return (
    <ul className={styles.files} aria-label={t('screen.files')}>
      {files.map((file) => (
        <li key={file.key}>
          <span className={styles.fileName} title={`${t(commandTexts[file.command])} · ${file.name}`}>
            {commandIcons[file.command]} {file.name}
          </span>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t(isInProgress(file) ? 'layout.trayCancel' : 'screen.dismissFile', {
              name: file.name,
            })}
            onClick={() => dismiss(file)}
          />
          <div className={styles.fileState}>
            <FileState file={file} onEnd={noteEnd} onDone={() => dismiss(file)} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const isInProgress = (file: PhoneFile) => file.commandId === undefined && file.reason === undefined

interface FileStateProps {
  file: PhoneFile
  /** Its command has ended. */
  onEnd: () => void
  /** It was shown long enough. */
  onDone: () => void
}

function FileState({ file, onEnd, onDone }: FileStateProps) {
  const mayFollow = useMay(commands.runs.permission)
  if (file.reason !== undefined)
    return (
      <>
        <DeliveryBadge state="failed" /> {file.reason}
      </>
    )
  if (file.commandId === undefined)
    return <Progress percent={file.percent} size="small" aria-label={file.name} />
  if (!mayFollow) return <DeliveryBadge state="sent" />
  const isPulled = file.command === 'pull'
  return <RunState commandId={file.commandId} isPulled={isPulled} onEnd={onEnd} onDone={onDone} />
}

interface RunStateProps extends Omit<FileStateProps, 'file'> {
  commandId: CommandId
  isPulled: boolean
}

/** A file of the phone is saved as soon as the server has it. */
function RunState({ commandId, isPulled, onEnd, onDone }: RunStateProps) {
  const { data } = useQuery({
    queryKey: [commands.runs.path, { commandId }],
    queryFn: ({ signal }) => call(commands.runs, { query: { commandId }, signal }),
    meta: { silent: true },
  })
  const run = data?.list[0]
  const isDone = run?.state === 'succeeded'
  const hasEnded = run !== undefined && (endStates as readonly string[]).includes(run.state)
  const end = useEffectEvent(() => {
    onEnd()
    if (!isPulled || !run?.fileName) return
    inBackground(download(run.fileName, { endpoint: commandResult, query: { runId: String(run.id) } }))
  })
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
  const forget = useEffectEvent(onDone)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => forget(), shownWhenDoneMs)
    return () => clearTimeout(timer)
  }, [isDone])
  if (!run) return <DeliveryBadge state="queued" />
  return (
    <>
      <DeliveryBadge state={run.state} /> {(run.msg || run.reason) && <ReasonText run={run} />}
    </>
  )
}
