import type { UserId } from '@fleetdeck/contract/ids'
import { TaskStatus } from '@fleetdeck/contract/tasks'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FileStore } from '../../platform/files/file-store.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'
import type { listTasks } from './definition/tasks.queries.ts'
import type { shownRun } from './runs/shown-run.rules.ts'

interface For<Row> {
  list: Row[]
  ownerId: UserId
  language: Language
  /** Times are written as the site's clock shows them. */
  timeZone: string
}

const clock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time: Date | null) => (time ? format.format(time) : '')
}

type TaskRow = Awaited<ReturnType<typeof listTasks>>['list'][number]

export function exportTasks(files: FileStore, { list, ownerId, language, timeZone }: For<TaskRow>) {
  const shown = clock(timeZone)
  return exportRows(files, {
    name: 'tasks',
    ownerId,
    rows: list,
    columns: [
      { title: text(language, 'task.name'), value: (row) => row.taskName },
      { title: text(language, 'task.script'), value: (row) => row.scriptName },
      { title: text(language, 'task.execType'), value: (row) => text(language, `task.exec${row.execType}`) },
      {
        title: text(language, 'task.schedule'),
        value: (row) => text(language, `task.schedule${row.scheduleType}`),
      },
      { title: text(language, 'task.startTime'), value: (row) => shown(row.startTime) },
      { title: text(language, 'task.endTime'), value: (row) => shown(row.endTime) },
      { title: text(language, 'task.cron'), value: (row) => row.cronText || row.dayTime },
      { title: text(language, 'task.status'), value: (row) => text(language, statusText(row.status)) },
      { title: text(language, 'task.nextRun'), value: (row) => shown(row.nextRunAt) },
      { title: text(language, 'task.lastRun'), value: (row) => shown(row.lastRunAt) },
      { title: text(language, 'task.owner'), value: (row) => row.userName },
    ],
  })
}

const statusText = (status: number) =>
  `task.status${status === TaskStatus.started || status === TaskStatus.stoppedRemote ? status : TaskStatus.stopped}` as const

type RunRow = ReturnType<typeof shownRun>

export function exportRuns(files: FileStore, { list, ownerId, language, timeZone }: For<RunRow>) {
  const shown = clock(timeZone)
  return exportRows(files, {
    name: 'task-runs',
    ownerId,
    rows: list,
    columns: [
      { title: text(language, 'task.name'), value: (row) => row.taskName },
      { title: text(language, 'device.number'), value: (row) => row.deviceNo },
      { title: text(language, 'task.state'), value: (row) => text(language, `delivery.${row.state}`) },
      { title: text(language, 'task.why'), value: (row) => row.msg || (row.reason ?? '') },
      { title: text(language, 'task.attempt'), value: (row) => row.attempt },
      { title: text(language, 'task.round'), value: (row) => row.round },
      { title: text(language, 'task.scriptVersion'), value: (row) => row.scriptVersion },
      { title: text(language, 'task.due'), value: (row) => shown(row.dueAt) },
      { title: text(language, 'task.began'), value: (row) => shown(row.startedAt) },
      { title: text(language, 'task.endedAt'), value: (row) => shown(row.endedAt) },
    ],
  })
}
