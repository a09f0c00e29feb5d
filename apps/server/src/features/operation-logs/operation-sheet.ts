import type { Sheet } from '../../platform/crud/export-sheet.ts'
import { isTextKey, seededName } from '../../platform/http/language.ts'
import type { StoredOperation } from './operation-logs.queries.ts'

type Row = StoredOperation & { title: string; operLocation: string }

const kindKey = (type: number) => `dict.sys_oper_type.${type}`

export const operationSheet: Sheet<Row> = {
  name: 'operation-log',
  columns: [
    { title: 'log.title', value: (row) => row.title },
    {
      title: 'log.type',
      value: ({ businessType }, t) => {
        const key = kindKey(businessType)
        return isTextKey(key) ? t(key) : String(businessType)
      },
    },
    { title: 'log.operator', value: (row) => row.operName },
    { title: 'log.byToken', value: (row) => row.tokenName },
    { title: 'log.dept', value: (row, t) => seededName(row.deptName, t) },
    { title: 'log.method', value: (row) => row.requestMethod },
    { title: 'log.address', value: (row) => row.operUrl },
    { title: 'log.ip', value: (row) => row.operIp },
    { title: 'log.location', value: (row) => row.operLocation },
    { title: 'log.status', value: (row, t) => t(row.status ? 'log.failure' : 'log.success') },
    { title: 'log.error', value: (row) => row.errorMsg },
    { title: 'log.time', value: (row) => row.operTime },
    { title: 'log.cost', value: (row) => row.costTime },
  ],
}
