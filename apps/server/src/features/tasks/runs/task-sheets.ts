import { TaskStatus } from '@fleetdeck/contract/tasks'
import type { Sheet } from '../../../platform/crud/export-sheet.ts'
import type { listTasks } from '../definition/tasks.queries.ts'
import type { shownRun } from './shown-run.rules.ts'

/** Times are written in the site's time zone. */
const clock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time: Date | null) => (time ? format.format(time) : '')
}

const taskStatuses = Object.values(TaskStatus)
const statusKey = (status: number) =>
  `task.status${taskStatuses.find((each) => each === status) ?? TaskStatus.stopped}` as const

export function taskSheet(timeZone: string): Sheet<Awaited<ReturnType<typeof listTasks>>['list'][number]> {
  const shown = clock(timeZone)
  return {
    name: 'tasks',
    columns: [
      { title: 'task.name', value: (row) => row.taskName },
      { title: 'task.script', value: (row) => row.scriptName },
      { title: 'task.execType', value: (row, t) => t(`task.exec${row.execType}`) },
      { title: 'task.schedule', value: (row, t) => t(`task.schedule${row.scheduleType}`) },
      { title: 'task.startTime', value: (row) => shown(row.startTime) },
      { title: 'task.endTime', value: (row) => shown(row.endTime) },
      { title: 'task.cron', value: (row) => row.cronText || row.dayTime },
      { title: 'task.status', value: (row, t) => t(statusKey(row.status)) },
      { title: 'task.nextRun', value: (row) => shown(row.nextRunAt) },
      { title: 'task.lastRun', value: (row) => shown(row.lastRunAt) },
      { title: 'task.owner', value: (row) => row.userName },
    ],
  }
}

export function runSheet(timeZone: string): Sheet<ReturnType<typeof shownRun>> {
  const shown = clock(timeZone)
  return {
    name: 'task-runs',
    columns: [
      { title: 'task.name', value: (row) => row.taskName },
      { title: 'device.number', value: (row) => row.deviceNo },
      { title: 'task.state', value: (row, t) => t(`delivery.${row.state}`) },
      { title: 'task.why', value: (row) => row.msg || (row.reason ?? '') },
      { title: 'task.attempt', value: (row) => row.attempt },
      { title: 'task.round', value: (row) => row.round },
      { title: 'task.scriptVersion', value: (row) => row.scriptVersion },
      { title: 'task.due', value: (row) => shown(row.dueAt) },
      { title: 'task.began', value: (row) => shown(row.startedAt) },
      { title: 'task.endedAt', value: (row) => shown(row.endedAt) },
    ],
  }
}
