import { useText } from '../../ground/language.ts'
import { Figure } from './Figure.tsx'
import { useRunHours } from './use-day.ts'
import { failedRuns, runningTasks, useTaskSummary } from './use-task-summary.ts'

/** Progress of tasks, for users with the permission. */
export function TaskFigures() {
  const t = useText()
  const { seesTasks, seesRuns, running, failedToday, isError } = useTaskSummary()
  const hours = useRunHours()
  if (!seesTasks) return null
  return (
    <>
      <Figure
        state="running"
        label={t('home.tasksRunning')}
        to={runningTasks}
        count={running}
        hours={hours?.map(({ runs }) => runs)}
        isError={isError}
      />
      {seesRuns && (
        <Figure
          state="failed"
          label={t('home.failedToday')}
          to={failedRuns}
          count={failedToday}
          hours={hours?.map(({ failed }) => failed)}
          isError={isError}
        />
      )}
    </>
  )
}
