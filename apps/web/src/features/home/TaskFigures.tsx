import { useText } from '../../ground/language.ts'
import { Figure } from './Figure.tsx'
import { failedRuns, runningTasks, useTaskSummary } from './use-task-summary.ts'

/** How tasks are going, for whom they are his business. */
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
