import { UserType } from '@fleetdeck/contract/enums'
import { errors } from '@fleetdeck/contract/errors'
import type { UserId } from '@fleetdeck/contract/ids'
import type { ImportFailure } from '@fleetdeck/contract/user-import'
import type { UserDraft } from '@fleetdeck/contract/users'
import type { Language } from '@fleetdeck/i18n/languages'
import type { PlacedHolder } from '../../access/reach.ts'
import { takeLimits } from '../../domain/devices/limits-above.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { refusalText } from '../../platform/http/language.ts'
import type { ImportContext, Known } from './import-context.ts'
import { isUnchanged } from './is-unchanged.ts'
import { RowProblem } from './row-problem.ts'
import { type Cells, toDraft } from './to-draft.ts'

export type SheetRow = { row: number; cells: Cells }
export interface GoodRow {
  row: number
  draft: UserDraft
  /** Filled columns: other values of an existing user stay unchanged. */
  filled: string[]
  /** The existing user; missing for a new one. */
  known: Known | undefined
  /** The existing user has these values, and is not written. */
  isUnchanged: boolean
}
interface Choice {
  updateSupport: boolean
  language: Language
}

/** Every row is either valid or has a reason; rows are also checked against each other. */
export function checkRows(context: ImportContext, rows: SheetRow[], { updateSupport, language }: Choice) {
  const good: GoodRow[] = []
  const failures: ImportFailure[] = []
  const seen = { names: new Set<string>(), phones: new Set<string>(), emails: new Set<string>() }
  for (const sheetRow of rows) {
    const userName = sheetRow.cells.userName ?? ''
    try {
      const known = context.users.get(userName.toLowerCase())
      const isSeen = known?.refusal?.name !== 'notFound'
      const draft = toDraft(context, sheetRow.cells, isSeen ? known : undefined)
      const filled = filledIn(sheetRow)
      const isSame = known !== undefined && isSeen && updateSupport && isUnchanged(draft, known, filled)
      if (known && !isSame) checkKnown(context, draft, { known, updateSupport })
      if (!isSame) checkRights(context, draft, { known, filled })
      checkTaken(context, draft, { known, seen })
      good.push({ row: sheetRow.row, draft, known, filled, isUnchanged: isSame })
    } catch (problem) {
      failures.push({ row: sheetRow.row, userName, reason: reasonOf(problem, language) })
    }
  }
  return { good, failures }
}

/** @throws what is no refusal of a row */
function reasonOf(problem: unknown, language: Language): string {
  if (problem instanceof RowProblem) return problem.text(language)
  if (problem instanceof AppError) return refusalText(language, problem)
  throw problem
}

const filledIn = ({ cells }: SheetRow) =>
  Object.entries(cells).flatMap(([name, word]) => (word ? [name] : []))

type Present = { known: Known; updateSupport: boolean }

function checkKnown({ caller }: ImportContext, draft: UserDraft, { known, updateSupport }: Present) {
  if (!updateSupport) throw new RowProblem('userImport.exists')
  if (known.id === caller.userId) throw new RowProblem(errors.notYourself.text)
  if (known.refusal?.name === 'notFound') throw new RowProblem('userImport.outOfScope')
  if (known.refusal) throw new RowProblem(errors[known.refusal.name].text, { name: draft.userName })
}

/** The user's position after the import: an empty cell changes nothing. */
const holderAfter = (
  { caller }: ImportContext,
  draft: UserDraft,
  { known, filled }: Change,
): PlacedHolder => ({
  parentId: known ? known.parentId : caller.userId,
  deptId: known && !filled.includes('deptId') ? known.deptId : draft.deptId,
  userType: known && !filled.includes('userType') ? known.userType : draft.userType,
})

/** The user's limits after the import. */
function limitsAfter(draft: UserDraft, known: Known | undefined, filled: string[]) {
  const { deviceNumber, rateLimit, storageMegabytes, tenantExpireTime: end } = draft
  const tenantExpireTime = end === null ? null : new Date(end)
  const wanted = { deviceNumber, rateLimit, storageMegabytes, tenantExpireTime }
  if (!known) return wanted
  const names = Object.keys(wanted) as (keyof typeof wanted)[]
  const kept = names.filter((name) => !filled.includes(name)).map((name) => [name, known[name]])
  return { ...wanted, ...Object.fromEntries(kept) }
}

type Change = { known: Known | undefined; filled: string[] }

function checkRights(context: ImportContext, draft: UserDraft, { known, filled }: Change) {
  const { caller, reach, roles, limits, timeZone } = context
  const holder = holderAfter(context, draft, { known, filled })
  if (caller.userType === UserType.front && !caller.isAdmin && holder.userType !== UserType.front)
    throw new RowProblem(errors.userTypeWider.text)
  const above = limits.get(known ? known.parentId : caller.userId)
  if (above) takeLimits(limitsAfter(draft, known, filled), above, { present: known, timeZone })
  const given = new Set(draft.roleIds)
  for (const role of [...roles.values(), ...(known?.roles ?? [])])
    if (given.has(role.id) && reach.excessFor(role, holder))
      throw new AppError('roleNotGrantable', { name: role.roleName })
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
