import { UserType } from '@fleetdeck/contract/enums'
import { errors } from '@fleetdeck/contract/errors'
import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import type { ImportFailure } from '@fleetdeck/contract/user-import'
import { type UserDraft, UserDraft as UserDraftSchema } from '@fleetdeck/contract/users'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Holder } from '../../access/reach.ts'
import { isEnabled } from '../../access/role-rights.ts'
import { isTextKey, text } from '../../platform/http/language.ts'
import { type ColumnName, type ImportColumn, importColumns, numberFor } from './columns.ts'
import type { ImportContext, Known } from './import-context.ts'

export type SheetRow = { row: number; cells: Partial<Record<ColumnName, string>> }
export interface GoodRow {
  row: number
  draft: UserDraft
  /** Filled columns: other values of an existing user stay unchanged. */
  filled: string[]
  /** The existing user; missing for a new one. */
  known: Known | undefined
}
interface Choice {
  updateSupport: boolean
  language: Language
}

/** Why a row is invalid, as a text with its values. */
class RowProblem extends Error {
  readonly key: TextKey
  readonly values: Record<string, string>
  /** Title of the column that the text refers to. */
  readonly column: TextKey | undefined
  constructor(key: TextKey, values: Record<string, string> = {}, column?: TextKey) {
    super(key)
    this.key = key
    this.values = values
    this.column = column
  }
}

/** Every row is either valid or has a reason; rows are also checked against each other. */
export function checkRows(context: ImportContext, rows: SheetRow[], { updateSupport, language }: Choice) {
  const good: GoodRow[] = []
  const failures: ImportFailure[] = []
  const seen = { names: new Set<string>(), phones: new Set<string>(), emails: new Set<string>() }
  for (const sheetRow of rows) {
    const userName = sheetRow.cells.userName ?? ''
    try {
      const draft = toDraft(context, sheetRow)
      const known = context.users.get(userName.toLowerCase())
      const filled = filledIn(sheetRow)
      if (known) checkKnown(context, draft, { known, updateSupport })
      checkRights(context, draft, holderAfter(draft, known, filled))
      checkTaken(context, draft, { known, seen })
      good.push({ row: sheetRow.row, draft, known, filled })
    } catch (problem) {
      if (!(problem instanceof RowProblem)) throw problem
      const { key, values, column } = problem
      const named = column ? { ...values, name: text(language, column) } : values
      failures.push({ row: sheetRow.row, userName, reason: text(language, key, named) })
    }
  }
  return { good, failures }
}

const filledIn = ({ cells }: SheetRow) =>
  Object.entries(cells).flatMap(([name, word]) => (word ? [name] : []))

function toDraft(context: ImportContext, { cells }: SheetRow): UserDraft {
  const words = (name: ColumnName) =>
    (cells[name] ?? '')
      .split(/[,，、;；]/)
      .map((word) => word.trim())
      .filter(Boolean)
  const isFront = context.caller.userType === UserType.front && !context.caller.isAdmin
  const parsed = UserDraftSchema.safeParse({
    userName: cells.userName ?? '',
    nickName: cells.nickName ?? '',
    phone: cells.phone ?? '',
    email: cells.email ?? '',
    remark: cells.remark ?? '',
    deptId: findDepartment(context, cells.deptId ?? ''),
    postIds: words('postIds').map((name) => findPost(context, name)),
    roleIds: words('roleIds').map((name) => findRole(context, name)),
    ...(isFront && { userType: UserType.front }),
    ...parseNumbers(cells),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue && isTextKey(issue.message)) throw new RowProblem(issue.message)
  throw new RowProblem('error.invalidInput', { field: String(issue?.path[0] ?? '') })
}

function parseNumbers(cells: SheetRow['cells']): Record<string, number> {
  return Object.fromEntries(
    importColumns.flatMap((column: ImportColumn) => {
      const word = cells[column.name as ColumnName]
      if (!column.values || !word) return []
      const value = numberFor(column, word)
      if (value === undefined)
        throw new RowProblem('userImport.unknownValue', { value: word.slice(0, 50) }, column.title)
      return [[column.name, value]]
    }),
  )
}

function findDepartment({ departments }: ImportContext, name: string): number | null {
  if (name === '') return null
  const [place, another] = departments.get(name.replace(/\s*\/\s*/g, '/')) ?? []
  if (!place) throw new RowProblem('userImport.unknownDepartment', { name: name.slice(0, 100) })
  if (another) throw new RowProblem('userImport.ambiguousDepartment', { name: name.slice(0, 100) })
  if (!isEnabled(place)) throw new RowProblem('department.disabled', { name: name.slice(0, 100) })
  return place.id
}

function findPost({ posts }: ImportContext, name: string): number {
  const post = posts.get(name)
  if (!post) throw new RowProblem('userImport.unknownPost', { name: name.slice(0, 100) })
  if (!isEnabled(post)) throw new RowProblem('post.disabled', { name })
  return post.id
}

function findRole({ roles }: ImportContext, name: string): RoleId {
  const role = roles.get(name)
  if (!role) throw new RowProblem('userImport.unknownRole', { name: name.slice(0, 100) })
  if (!isEnabled(role)) throw new RowProblem('role.disabled', { name })
  return role.id
}

type Present = { known: Known; updateSupport: boolean }

function checkKnown({ caller }: ImportContext, draft: UserDraft, { known, updateSupport }: Present) {
  if (!updateSupport) throw new RowProblem('userImport.exists')
  if (known.id === caller.userId) throw new RowProblem(errors.notYourself.text)
  if (known.refusal?.name === 'notFound') throw new RowProblem('userImport.outOfScope')
  if (known.refusal) throw new RowProblem(errors[known.refusal.name].text, { name: draft.userName })
}

/** The user's position after the import: an empty cell changes nothing. */
const holderAfter = (draft: UserDraft, known: Known | undefined, filled: string[]): Holder => ({
  deptId: known && !filled.includes('deptId') ? known.deptId : draft.deptId,
  userType: known && !filled.includes('userType') ? known.userType : draft.userType,
})

function checkRights({ caller, reach, roles }: ImportContext, draft: UserDraft, holder: Holder) {
  if (caller.userType === UserType.front && !caller.isAdmin && holder.userType !== UserType.front)
    throw new RowProblem(errors.userTypeWider.text)
  const given = new Set(draft.roleIds)
  for (const role of roles.values())
    if (given.has(role.id) && reach.excessFor(role, holder))
      throw new RowProblem(errors.roleNotGrantable.text, { name: role.roleName })
}

interface Others {
  known: Known | undefined
  seen: Record<'names' | 'phones' | 'emails', Set<string>>
}

function checkTaken({ phones, emails }: ImportContext, draft: UserDraft, { known, seen }: Others) {
  const [name, email] = [draft.userName.toLowerCase(), draft.email.toLowerCase()]
  const belongsToOther = (owner: UserId | undefined) => owner !== undefined && owner !== known?.id
  if (seen.names.has(name)) throw new RowProblem('userImport.twice')
  if (draft.phone && (seen.phones.has(draft.phone) || belongsToOther(phones.get(draft.phone))))
    throw new RowProblem(errors.phoneTaken.text)
  if (email && (seen.emails.has(email) || belongsToOther(emails.get(email))))
    throw new RowProblem(errors.emailTaken.text)
  seen.names.add(name)
  if (draft.phone) seen.phones.add(draft.phone)
  if (email) seen.emails.add(email)
}
