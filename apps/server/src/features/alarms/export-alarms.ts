import type { UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FileStore } from '../../platform/files/file-store.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'
import type { listAlarms } from './alarms.queries.ts'
import { valueText } from './message-text.ts'

type Row = Awaited<ReturnType<typeof listAlarms>>['list'][number]

export function exportAlarms(
  files: FileStore,
  { rows, ownerId, language }: { rows: Row[]; ownerId: UserId; language: Language },
) {
  return exportRows<Row>(files, {
    name: 'alarms',
    ownerId,
    rows,
    columns: [
      { title: text(language, 'alarm.device'), value: (row) => row.deviceNo },
      { title: text(language, 'alarm.group'), value: (row) => row.groupName ?? '' },
      { title: text(language, 'alarm.owner'), value: (row) => row.userName },
      { title: text(language, 'alarm.kind'), value: (row) => text(language, `alarm.kind.${row.kind}`) },
      { title: text(language, 'alarm.state'), value: (row) => text(language, `alarm.state.${row.state}`) },
      { title: text(language, 'alarm.value'), value: (row) => valueText(row) },
      { title: text(language, 'alarm.since'), value: (row) => row.since.toISOString() },
      { title: text(language, 'alarm.openedAt'), value: (row) => row.openedAt.toISOString() },
      { title: text(language, 'alarm.resolvedAt'), value: (row) => row.resolvedAt?.toISOString() ?? '' },
      { title: text(language, 'alarm.acknowledgedBy'), value: (row) => row.acknowledgedBy ?? '' },
      { title: text(language, 'alarm.note'), value: (row) => row.note },
    ],
  })
}
