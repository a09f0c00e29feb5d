import { useText } from '../../ground/language.ts'
import { Figure } from './Figure.tsx'
import { failedRuns, runningTasks, useTaskSummary } from './use-task-summary.ts'

/** Progress of tasks, for users with the permission. */
export function TaskFigures() {
  const t = useText()
  const { seesTasks, seesRuns, running, failedToday, isError } = useTaskSummary()
  if (!seesTasks) return null
  return (
    <>
      <Figure
        state="running"
        label={t('home.tasksRunning')}
        to={runningTasks}
        count={running}
        isError={isError}
      />
      {seesRuns && (
        <Figure
          state="failed"
          label={t('home.failedToday')}
          to={failedRuns}
          count={failedToday}
          isError={isError}
        />
      )}
    </>
  )
}
