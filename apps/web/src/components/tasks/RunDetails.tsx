import type { TaskId } from '@fleetdeck/contract/ids'
import { type TaskRun, taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { fullTime } from '../time-text.ts'
import { RunContent } from './RunContent.tsx'
import { RunTimeline } from './RunTimeline.tsx'
import { useReasonText } from './TaskReasonText.tsx'
import styles from './task-runs.module.css'

/** The checks before the run was sent, and their results. */
function RunChecks({ run, taskId }: { run: TaskRun; taskId: TaskId }) {
  const t = useText()
  const reasonText = useReasonText()
  const query = { id: taskId, deviceNo: run.deviceNo }
  const { data } = useQuery({
    queryKey: [tasks.why.path, query, run.changedAt],
    queryFn: ({ signal }) => call(tasks.why, { query, signal }),
    placeholderData: (before) => before,
    meta: { silent: true },
  })
  return (
    <ol className={styles.checks} aria-label={t('task.whyTitle')}>
      {data?.map(({ check, ok, reason, at, task }) => (
        <li key={check}>
          <StateBadge condition={ok ? 'online' : 'trouble'} text={t(`taskCheck.${check}`)} />
          {reasonText({ reason, reasonAt: at, reasonTask: task })}
        </li>
      ))}
    </ol>
  )
}

/** Phases, checks and log of a run. */
export function RunDetails({ run }: { run: TaskRun }) {
  const t = useText()
  const seesTasks = useMay(tasks.why.permission)
  const { data, error, refetch } = useQuery({
    queryKey: [taskRuns.lines.path, run.id, run.changedAt],
    queryFn: ({ signal }) => call(taskRuns.lines, { query: { id: run.id }, signal }),
    placeholderData: (before) => before,
    meta: { silent: true },
  })
  const tries = run.attempt > 1 ? [t('task.attemptOf', { number: run.attempt })] : []
  const checked = run.signer ? [t('task.signerChecked', { key: run.signer })] : []
  const rounds = run.round > 1 ? [t('task.roundOf', { number: run.round })] : []
  const facts = [...tries, ...rounds, ...checked]
  return (
    <div className={styles.details}>
      {facts.length > 0 && <span>{facts.join(' · ')}</span>}
      <RunTimeline run={run} />
      <RunContent run={run} />
      {seesTasks && run.taskId !== null && run.deviceId !== null && run.state !== 'succeeded' && (
        <RunChecks run={run} taskId={run.taskId} />
      )}
      {error && <ErrorState title={t('task.lines')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} />}
      {data?.length === 0 && <EmptyState text={t('task.noLines')} />}
      {data && data.length > 0 && (
        <ol className={styles.lines} aria-label={t('task.lines')}>
          {data.map((line) => (
            <li key={line.id} data-level={line.level}>
              <time>{fullTime(line.at)}</time>
              <pre>{line.msg}</pre>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
