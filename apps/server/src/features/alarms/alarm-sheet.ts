import type { Sheet } from '../../platform/crud/export-sheet.ts'
import type { listAlarms } from './alarms.queries.ts'
import { valueText } from './message-text.ts'

export const alarmSheet: Sheet<Awaited<ReturnType<typeof listAlarms>>['list'][number]> = {
  name: 'alarms',
  columns: [
    { title: 'alarm.subject', value: (row) => row.deviceNo },
    { title: 'alarm.group', value: (row) => row.groupName },
    { title: 'alarm.owner', value: (row) => row.userName },
    { title: 'alarm.kind', value: (row, t) => t(`alarm.kind.${row.kind}`) },
    { title: 'alarm.state', value: (row, t) => t(`alarm.state.${row.state}`) },
    { title: 'alarm.value', value: (row, t) => valueText(row, t) },
    { title: 'alarm.since', value: (row) => row.since },
    { title: 'alarm.openedAt', value: (row) => row.openedAt },
    { title: 'alarm.resolvedAt', value: (row) => row.resolvedAt },
    { title: 'alarm.acknowledgedBy', value: (row) => row.acknowledgedBy },
    { title: 'alarm.note', value: (row) => row.note },
  ],
}
