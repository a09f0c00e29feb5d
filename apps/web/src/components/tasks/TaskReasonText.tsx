import type { TaskRun } from '@fleetdeck/contract/task-runs'
import { Button } from 'antd'
import { useText } from '../../ground/language.ts'
import { CopyText } from '../CopyText.tsx'
import { openQuestions } from '../questions/question-panel.ts'
import { fullTime } from '../time-text.ts'
import styles from './task-runs.module.css'

type ReasonSource = Pick<TaskRun, 'reason' | 'reasonAt' | 'reasonTask'> & { state?: TaskRun['state'] }

/** The text of a reason. */
export function useReasonText() {
  const t = useText()
  return ({ reason, reasonAt, reasonTask, state = 'queued' }: ReasonSource): string => {
    if (!reason) return ''
    const time = reasonAt ? fullTime(reasonAt) : ''
    if (reason === 'offline' && state !== 'queued') return t('taskReason.offlineMeanwhile')
    if (reason === 'offline' && time) return t('taskReason.offlineSince', { time })
    return t(`taskReason.${reason}`, { time, task: reasonTask ?? '' })
  }
}

/** Why a run is in its state: the phone's own message, or the server's information. */
export function TaskReasonText({ run }: { run: ReasonSource & Pick<TaskRun, 'msg' | 'state'> }) {
  const t = useText()
  const reason = useReasonText()(run)
  const isOver = run.state === 'succeeded' || run.state === 'failed'
  const text = [reason, (isOver || !reason) && run.msg].filter(Boolean).join(' · ')
  if (!text) return <>–</>
  if (run.reason === 'asking')
    return (
      <span className={styles.asking}>
        <Button type="link" size="small" onClick={openQuestions}>
          {t('question.open')}
        </Button>
        <span className={styles.words} title={text}>
          {text}
        </span>
      </span>
    )
  if (!run.msg) return <>{text}</>
  return (
    <CopyText text={text}>
      <span className={styles.words} title={text}>
        {text}
      </span>
    </CopyText>
  )
}
