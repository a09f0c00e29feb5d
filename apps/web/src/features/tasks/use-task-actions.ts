import { type Task, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { questioned } from '../../api/questioned.tsx'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { leaveOutChoice } from '../../components/tasks/leave-out-choice.ts'
import { useTaskEvents } from '../../components/tasks/use-task-events.ts'
import { useText } from '../../ground/language.ts'

/** Number of phones with a run. */
export const countPhones = ({ counts }: Pick<Task, 'counts'>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export const countUnsuccessful = ({ counts }: Pick<Task, 'counts'>) =>
  (counts.failed ?? 0) + (counts.stopped ?? 0) + (counts.expired ?? 0)

/** The share of phones whose newest run succeeded, as a percentage; 100% only if it is all of them. */
export const percentText = (share: number | undefined) =>
  share === undefined ? '–' : `${Math.floor(share * 100)}%`

/** Started, and not completed. */
export const isActive = ({ status, completed }: Pick<Task, 'status' | 'completed'>) =>
  status === TaskStatus.started && !completed

/** Actions on a task; each reloads the lists. */
export function useTaskActions() {
  const t = useText()
  const confirm = useConfirmCount()
  const reload = useTaskEvents()
  const done = async (calling: Promise<unknown>, words: string) => {
    await shown(calling)
    showSuccess(words)
    await reload()
  }
  /** Starts a task; a start time in the past, and phones that lack what the script needs, are asked about. */
  const askedStart = async (
    start: (confirmed: boolean, chosen: { leaveOut?: true }) => Promise<unknown>,
    okText: string,
  ) => {
    const question = { title: t('table.questionTitle'), okText }
    if (!(await shown(questioned(start, question, leaveOutChoice(t))))) return
    showSuccess(t('task.startedNow'))
    await reload()
  }
  const reached = async (calling: Promise<{ reached: number }>) => {
    const { reached: count } = await shown(calling)
    showSuccess(t('task.reached', { count }))
    await reload()
  }
  const confirmed = (
    task: Task,
    what: 'stopRemote' | 'restart' | 'removeRelated',
    run: () => Promise<unknown>,
  ) =>
    confirm({
      title: t(`task.${what}Title`, { name: task.taskName }),
      names: [task.taskName],
      hint: t(`task.${what}Hint`),
      okText: t(`task.${what}`),
      run,
    })
  return {
    reload,
    start: ({ id }: Task) =>
      askedStart(
        (confirmed, chosen) =>
          call(tasks.updateTaskStatus, {
            body: { id, status: TaskStatus.started, confirmed, ...chosen },
          }),
        t('task.start'),
      ),
    stop: ({ id }: Task) =>
      done(call(tasks.updateTaskStatus, { body: { id, status: TaskStatus.stopped } }), t('task.stoppedNow')),
    again: ({ id }: Pick<Task, 'id'>) => done(call(tasks.again, { body: { id } }), t('task.againDone')),
    pause: ({ id, paused }: Task) =>
      reached(call(tasks.pauseOrContinueScriptTask, { body: { id, status: paused ? 0 : 1 } })),
    stopScripts: ({ id }: Task) => reached(call(tasks.stopScript, { body: { id, status: 2 } })),
    copy: ({ id }: Task) => done(call(tasks.copyTaskInfo, { query: { id } }), t('task.copied')),
    refresh: async () => {
      const { count } = await shown(call(tasks.updateTaskCache))
      showSuccess(t('task.refreshed', { count }))
      await reload()
    },
    stopRemote: (task: Task) =>
      confirmed(task, 'stopRemote', () =>
        reached(call(tasks.updateTaskStatusAndStopRemote, { body: { id: task.id } })),
      ),
    restart: (task: Task) =>
      confirmed(task, 'restart', () =>
        askedStart(
          (confirmed, chosen) =>
            call(tasks.updateTaskStatusClear, { body: { id: task.id, confirmed, ...chosen } }),
          t('task.restart'),
        ),
      ),
    removeRelated: (task: Task) =>
      confirmed(task, 'removeRelated', () =>
        done(call(tasks.removeAllTaskRelelate, { body: { id: task.id } }), t('task.cleaned')),
      ),
  }
}
