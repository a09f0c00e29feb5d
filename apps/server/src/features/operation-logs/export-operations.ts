import type { UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FileStore } from '../../platform/files/file-store.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { isTextKey, text } from '../../platform/http/language.ts'
import type { StoredOperation } from './operation-logs.queries.ts'

type Row = StoredOperation & { title: string; operLocation: string }

const kindText = (language: Language, type: number) => {
  const key = `dict.sys_oper_type.${type}`
  return isTextKey(key) ? text(language, key) : String(type)
}

export function exportOperations(
  files: FileStore,
  { rows, ownerId, language }: { rows: Row[]; ownerId: UserId; language: Language },
) {
  return exportRows(files, {
    name: 'operation-log',
    ownerId,
    rows,
    columns: [
      { title: text(language, 'log.title'), value: (row) => row.title },
      { title: text(language, 'log.type'), value: (row) => kindText(language, row.businessType) },
      { title: text(language, 'log.operator'), value: (row) => row.operName },
      { title: text(language, 'log.byToken'), value: (row) => row.tokenName },
      { title: text(language, 'log.dept'), value: (row) => row.deptName },
      { title: text(language, 'log.method'), value: (row) => row.requestMethod },
      { title: text(language, 'log.address'), value: (row) => row.operUrl },
      { title: text(language, 'log.ip'), value: (row) => row.operIp },
      { title: text(language, 'log.location'), value: (row) => row.operLocation },
      {
        title: text(language, 'log.status'),
        value: (row) => text(language, row.status ? 'log.failure' : 'log.success'),
      },
      { title: text(language, 'log.error'), value: (row) => row.errorMsg },
      { title: text(language, 'log.time'), value: (row) => row.operTime.toISOString() },
      { title: text(language, 'log.cost'), value: (row) => row.costTime },
    ],
  })
}
