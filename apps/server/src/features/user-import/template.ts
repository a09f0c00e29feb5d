import { Status } from '@fleetdeck/contract/enums'
import { userImport } from '@fleetdeck/contract/user-import'
import type { Language } from '@fleetdeck/i18n/languages'
import { roleOptions } from '../../access/assignable-roles.ts'
import { departmentPaths, listDepartments } from '../../access/department-paths.queries.ts'
import { Reach } from '../../access/reach.ts'
import { isEnabled } from '../../access/role-rights.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { sampleMark } from '../../platform/crud/sample-row.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { nameIn, text } from '../../platform/http/language.ts'
import { type ColumnName, type ImportColumn, importColumns } from './columns.ts'
import * as queries from './user-import.queries.ts'

const { permission } = userImport.template

/** Titles, of which the required ones are marked, lists to choose from, and a sample row. */
export async function templateFile(deps: Deps, caller: Caller, language: Language) {
  const names = await readNames(deps, caller, language)
  const sample: Partial<Record<ColumnName, string>> = {
    userName: sampleMark(language),
    nickName: text(language, 'userImport.sampleName'),
    deptId: names.deptId[0] ?? '',
    postIds: names.postIds.at(-1) ?? '',
    // The last role usually gives least.
    roleIds: names.roleIds.at(-1) ?? '',
    phone: '13800000000',
    email: 'name@example.com',
    deviceNumber: '10',
    tenantExpireTime: `${siteNow().getUTCFullYear() + 1}-12-31 23:59:59`,
    rateLimit: '100',
  }
  return exportRows(deps.files, {
    name: 'users_template',
    ownerId: caller.userId,
    isTemplate: true,
    rows: [sample],
    columns: importColumns.map(({ name, ...column }) => ({
      title: `${text(language, column.title)}${'required' in column ? '*' : ''}`,
      value: (row: typeof sample) => row[name] ?? words({ name, ...column }, language)[0],
      words: name in names ? names[name as keyof typeof names] : words({ name, ...column }, language),
      hasOtherWords: name in names || 'other' in column,
    })),
  })
}

const words = ({ choices = [] }: ImportColumn, language: Language) =>
  choices.map(([, key]) => text(language, key))

/** The values that the caller may give. */
async function readNames({ db }: Deps, caller: Caller, language: Language) {
  const shown = (name: string) => nameIn(language, name)
  const reach = await Reach.of(db, caller)
  const departments = await listDepartments(db)
  const paths = departmentPaths(departments, shown)
  const roles = await roleOptions(db, caller, permission)
  return {
    deptId: departments
      .filter(({ id, status }) => status === Status.on && reach.hasDepartment(permission, id))
      .map(({ id }) => paths.get(id) ?? ''),
    postIds: (await queries.listPosts(db)).filter(isEnabled).map(({ postName }) => shown(postName)),
    roleIds: roles.filter(({ grantable }) => grantable).map(({ roleName }) => shown(roleName)),
  }
}
