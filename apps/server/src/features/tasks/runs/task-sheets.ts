import { successRate } from '@fleetdeck/contract/delivery'
import { TaskStatus } from '@fleetdeck/contract/tasks'
import type { Sheet } from '../../../platform/crud/export-sheet.ts'
import type { listTasks } from '../definition/tasks.queries.ts'
import type { shownRun } from './shown-run.rules.ts'

const taskStatuses = Object.values(TaskStatus)
const statusKey = (status: number) =>
  `task.status${taskStatuses.find((each) => each === status) ?? TaskStatus.stopped}` as const

const percent = (share: number | undefined) => (share === undefined ? '' : `${Math.floor(share * 100)}%`)

export const taskSheet: Sheet<Awaited<ReturnType<typeof listTasks>>['list'][number]> = {
  name: 'tasks',
  columns: [
    { title: 'task.name', value: (row) => row.taskName },
    { title: 'task.script', value: (row) => row.scriptName },
    { title: 'task.execType', value: (row, t) => t(`task.exec${row.execType}`) },
    { title: 'task.schedule', value: (row, t) => t(`task.schedule${row.scheduleType}`) },
    { title: 'task.startTime', value: (row) => row.startTime },
    { title: 'task.endTime', value: (row) => row.endTime },
    { title: 'task.cron', value: (row) => row.cronText || row.dayTime },
    {
      title: 'task.status',
      value: (row, t) => t(row.completed ? 'task.completed' : statusKey(row.status)),
    },
    { title: 'task.successRate', value: ({ counts }) => percent(successRate(counts)) },
    { title: 'task.nextRun', value: (row) => row.nextRunAt },
    { title: 'task.lastRun', value: (row) => row.lastRunAt },
    { title: 'task.owner', value: (row) => row.userName },
  ],
}

type RunColumn = Sheet<ReturnType<typeof shownRun>>['columns'][number]

const nameOfRun: RunColumn['value'] = ({ taskId, taskName, scriptName, startedBy }, t) =>
  taskId === null ? t('task.tryName', { script: scriptName, user: startedBy ?? '' }) : taskName

export const runSheet: Sheet<ReturnType<typeof shownRun>> = {
  name: 'task-runs',
  columns: [
    { title: 'task.name', value: nameOfRun },
    { title: 'device.number', value: (row) => row.deviceNo },
    { title: 'task.state', value: (row, t) => t(`delivery.${row.state}`) },
    {
      title: 'task.why',
      value: (row, t) =>
        row.msg ||
        (row.reason
          ? t(`taskReason.${row.reason}`, { task: row.reasonTask ?? '', time: row.reasonAt ?? '' })
          : ''),
    },
    { title: 'task.attempt', value: (row) => row.attempt },
    { title: 'task.round', value: (row) => row.round },
    { title: 'task.scriptVersion', value: (row) => row.scriptVersion },
    { title: 'task.due', value: (row) => row.dueAt },
    { title: 'task.began', value: (row) => row.startedAt },
    { title: 'task.endedAt', value: (row) => row.endedAt },
  ],
}
