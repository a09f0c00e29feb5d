import { type Sheet, statusCell } from '../../platform/crud/export-sheet.ts'
import { seededName } from '../../platform/http/language.ts'
import type { roleQueries } from './roles.queries.ts'

const scopeTexts = [
  'role.scopeSelf',
  'role.scopeAll',
  'role.scopeCustom',
  'role.scopeDepartment',
  'role.scopeBelow',
  'role.scopeSelf',
] as const

export const roleSheet: Sheet<Awaited<ReturnType<typeof roleQueries.find>>[number]> = {
  name: 'roles',
  columns: [
    { title: 'role.name', value: (row, t) => seededName(row.roleName, t) },
    { title: 'role.key', value: (row) => row.roleKey },
    { title: 'role.sort', value: (row) => row.roleSort },
    { title: 'role.dataScope', value: (row, t) => t(scopeTexts[row.dataScope] ?? 'role.scopeSelf') },
    { title: 'common.status', value: statusCell },
    { title: 'role.userCount', value: (row) => row.userCount },
    { title: 'role.remark', value: (row) => row.remark },
    { title: 'role.created', value: (row) => row.createdAt },
  ],
}
