import { timeInput } from '@fleetdeck/contract/endpoint'
import { UserType } from '@fleetdeck/contract/enums'
import { PostId, RoleId } from '@fleetdeck/contract/ids'
import { withSiteZone } from '@fleetdeck/contract/site-time'
import { UserDraft } from '@fleetdeck/contract/users'
import { z } from 'zod'
import { isEnabled } from '../../access/role-rights.ts'
import { isTextKey, namesOf } from '../../platform/http/language.ts'
import { type ColumnName, choiceFor, type ImportColumn, importColumns } from './columns.ts'
import type { ImportContext, Known } from './import-context.ts'
import { namesIn } from './names-in.ts'
import { RowProblem } from './row-problem.ts'

export type Cells = Partial<Record<ColumnName, string>>

/** Users from before may have neither posts nor roles. */
const KnownDraft = UserDraft.extend({ postIds: z.array(PostId), roleIds: z.array(RoleId) })

/**
 * A row as a draft. Values that a known user already has may stay, although it is disabled or out of the caller's view.
 */
export function toDraft(context: ImportContext, cells: Cells, known: Known | undefined): UserDraft {
  const isFront = context.caller.userType === UserType.front && !context.caller.isAdmin
  const parsed = (known ? KnownDraft : UserDraft).safeParse({
    userName: cells.userName ?? '',
    nickName: storedNick(cells.nickName ?? '', known),
    phone: cells.phone ?? '',
    email: cells.email ?? '',
    remark: cells.remark ?? '',
    deptId: findDepartment(context, cells.deptId ?? '', known),
    postIds: findPosts(context, cells.postIds ?? '', known),
    roleIds: findRoles(context, cells.roleIds ?? '', known),
    ...(isFront && { userType: UserType.front }),
    ...values(context, cells),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const column = importColumns.find(({ name }) => name === issue?.path[0])
  throw new RowProblem(issue && isTextKey(issue.message) ? issue.message : 'error.invalidInput', {}, column)
}

/** Exports translate nicknames that the site starts with. */
const storedNick = (word: string, known: Known | undefined) =>
  known && namesOf(known.nickName).includes(word) ? known.nickName : word

/** Words, numbers and times. */
function values({ timeZone }: ImportContext, cells: Cells) {
  return Object.fromEntries(
    importColumns.flatMap((column: ImportColumn) => {
      const word = cells[column.name as ColumnName]
      if (!column.choices || !word) return []
      const choice = choiceFor(column, word)
      const value = choice ? choice[0] : otherValue(column, word, timeZone)
      if (value === undefined)
        throw new RowProblem('userImport.unknownValue', { value: word.slice(0, 50) }, column)
      return [[column.name, value]]
    }),
  )
}

function otherValue({ other }: ImportColumn, word: string, timeZone: string): string | number | undefined {
  if (other === undefined) return undefined
  if (other === 'time')
    return withSiteZone(
      () => timeZone,
      () => timeInput.safeParse(word).data,
    )
  const number = /^\d{1,9}$/.test(word) ? Number(word) : Number.POSITIVE_INFINITY
  return number <= other.max ? number : undefined
}

function findDepartment({ departments }: ImportContext, name: string, known?: Known): number | null {
  if (name === '') return null
  if (known?.deptNames.includes(name)) return known.deptId
  const [place, another] = departments.get(name.replace(/\s*\/\s*/g, '/')) ?? []
  if (!place) throw new RowProblem('userImport.unknownDepartment', { name: name.slice(0, 100) })
  if (another) throw new RowProblem('userImport.ambiguousDepartment', { name: name.slice(0, 100) })
  if (!isEnabled(place)) throw new RowProblem('department.disabled', { name: name.slice(0, 100) })
  return place.id
}

function findPosts({ posts }: ImportContext, cell: string, known?: Known): PostId[] {
  if (known && cell === '') return known.postIds
  return namesIn(cell, (name) => posts.has(name)).map((name) => {
    const post = posts.get(name)
    if (!post) throw new RowProblem('userImport.unknownPost', { name: name.slice(0, 100) })
    if (!isEnabled(post) && !known?.postIds.includes(post.id)) throw new RowProblem('post.disabled', { name })
    return post.id
  })
}

function findRoles({ roles }: ImportContext, cell: string, known?: Known): RoleId[] {
  if (known && cell === '') return known.roleIds
  const held = new Map(
    known?.roles.flatMap(({ roleName, id }) => [roleName, ...namesOf(roleName)].map((name) => [name, id])),
  )
  return namesIn(cell, (name) => held.has(name) || roles.has(name)).map((name) => {
    const [heldId, role] = [held.get(name), roles.get(name)]
    if (heldId !== undefined) return heldId
    if (!role) throw new RowProblem('userImport.unknownRole', { name: name.slice(0, 100) })
    if (!isEnabled(role)) throw new RowProblem('role.disabled', { name })
    return role.id
  })
}
