import type { UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FileStore } from '../../platform/files/file-store.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'
import type { listRoles } from './roles.queries.ts'

type Row = Awaited<ReturnType<typeof listRoles>>['list'][number]
const scopeTexts = [
  'role.scopeSelf',
  'role.scopeAll',
  'role.scopeCustom',
  'role.scopeDepartment',
  'role.scopeBelow',
  'role.scopeSelf',
] as const

export function exportRoles(
  files: FileStore,
  { rows, ownerId, language }: { rows: Row[]; ownerId: UserId; language: Language },
) {
  return exportRows(files, {
    name: 'roles',
    ownerId,
    rows,
    columns: [
      { title: text(language, 'role.name'), value: (row) => row.roleName },
      { title: text(language, 'role.key'), value: (row) => row.roleKey },
      { title: text(language, 'role.sort'), value: (row) => row.roleSort },
      {
        title: text(language, 'role.dataScope'),
        value: (row) => text(language, scopeTexts[row.dataScope] ?? 'role.scopeSelf'),
      },
      {
        title: text(language, 'common.status'),
        value: (row) => text(language, row.status ? 'common.disabled' : 'common.enabled'),
      },
      { title: text(language, 'role.userCount'), value: (row) => row.userCount },
      { title: text(language, 'role.remark'), value: (row) => row.remark },
      { title: text(language, 'role.created'), value: (row) => row.createdAt.toISOString() },
    ],
  })
}
