import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { type DataScope, UserType } from '@fleetdeck/contract/enums'
import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import { allowingRules, type Why, type WhyStep, type WhySubject } from '@fleetdeck/contract/rights'
import { type Bar, listBars } from '../../access/account-line.queries.ts'
import type { changeableUsers } from '../../access/changeable-users.ts'
import { requireFound } from '../../access/crud-handlers.ts'
import { opensTo, type Scope, scopeFor } from '../../access/data-scope.ts'
import { findParentName } from '../../access/parent-name.queries.ts'
import { isEnabled, type RoleRights, rolesInView } from '../../access/role-rights.ts'
import { readSignedIn } from '../../access/sessions.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { permissionPages } from '../../platform/db/seed/permission-pages.ts'
import { guardRefusal } from '../../platform/http/guard.ts'
import { rowKindTable } from './row-kinds.queries.ts'
import {
  decidingRow,
  findSubject,
  isGiven,
  type PageSubject,
  type RowSubject,
  type Subject,
} from './subjects.ts'
import * as queries from './why.queries.ts'

type Rule = Why['rule']

/** The user who asks, and how much of the user's rights they may see. */
export interface Reader {
  caller: Caller
  /** Of the permission to ask about others; `all` for the reader's own rights. */
  scope: Scope
}
interface Case {
  deps: Deps
  reader: Reader
  /** The user as a caller. */
  caller: Caller
  bars: Bar[]
  subject: Subject
  named: queries.NamedDepartments
}

/**
 * Why a user may do something, or not. It asks what the calls themselves ask: the guard, the menu, scopes and checks of
 * users; for single roles the same, of a caller with one role.
 */
export async function explain(
  deps: Deps,
  endpoints: readonly Endpoint[],
  { reader, userId, asked }: { reader: Reader; userId: UserId; asked: WhySubject },
): Promise<Why> {
  const { db } = deps
  const user = requireFound(await queries.findUser(db, userId, reader.scope))
  const isOwn = userId === reader.caller.userId
  const kind = asked.kind && rowKindTable[asked.kind]
  const rowScopes = kind ? [scopeFor(reader.caller, kind.permissions[0])] : []
  const named = isOwn ? 'all' : { scopes: [reader.scope, ...rowScopes], own: user.deptId }
  const subject = await findSubject(deps, asked, { reader: reader.caller, endpoints, named })
  const caller = await readSignedIn(deps, user, null)
  const bars = await listBars(db, userId)
  const found: Case = { deps, reader, caller, bars, subject, named }
  const decided = await decide(found)
  const steps = await listSteps(found)
  const rule = decided === 'noRole' && steps.some(isLeftOutByPlan) ? 'plan' : decided
  const isAllowed = (allowingRules as readonly Rule[]).includes(rule)
  return {
    allowed: isAllowed,
    rule,
    steps,
    askName: isAllowed ? null : await findParentName(db, user),
  }
}

const isLeftOutByPlan = (step: WhyStep) => step.code === 'role' && step.enabled && step.includes === 'plan'

async function decide({ deps, caller, bars, subject }: Case): Promise<Rule> {
  const { endpoint } = subject
  if (endpoint.permission === 'public') return 'public'
  if (bars.length > 0) return bars.some(({ reason }) => reason === 'off') ? 'accountOff' : 'accountExpired'
  const refusal = guardRefusal(caller, endpoint)
  if (refusal === 'passwordChangeRequired') return 'passwordChange'
  if (refusal === 'factorRequired') return 'factorMissing'
  if (subject.kind === 'page') return decidePage(subject, caller)
  if (refusal) return 'noRole'
  if (endpoint.permission === 'signed-in') return 'signedIn'
  if (subject.kind === 'row') return decideRow(deps, caller, subject)
  return caller.isAdmin ? 'admin' : 'role'
}

function decidePage(subject: PageSubject, caller: Caller): Rule {
  if (subject.chain.some((row) => !isEnabled(row))) return 'menuOff'
  if (!subject.isShownTo(caller)) return 'noRole'
  return caller.isAdmin ? 'admin' : 'role'
}

const checkedRules = {
  notFound: 'outside',
  userBuiltIn: 'userBuiltIn',
  userStronger: 'userStronger',
  notYourself: 'notYourself',
} as const

async function decideRow({ db }: Deps, caller: Caller, subject: RowSubject): Promise<Rule> {
  const { rowKind, endpoint } = subject
  const check = rowKindTable[rowKind].checks?.[endpoint.permission]
  const refusal = check ? await checkRow(db, caller, subject, check) : await lookFor(db, caller, subject)
  if (refusal) return refusal
  if (caller.isAdmin) return 'admin'
  return (await isOwnRow(db, caller, subject)) ? 'ownRow' : 'scope'
}

async function checkRow(
  db: Deps['db'],
  caller: Caller,
  { row, endpoint: { permission } }: RowSubject,
  check: typeof changeableUsers,
): Promise<Rule | undefined> {
  try {
    await check(db, caller, permission, [row.id as UserId])
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.errorName in checkedRules)
      return checkedRules[error.errorName as keyof typeof checkedRules]
    throw error
  }
}

/** Nothing for rows within the scope of the permission. */
async function lookFor(
  db: Deps['db'],
  caller: Caller,
  { rowKind, row, endpoint: { permission } }: RowSubject,
): Promise<Rule | undefined> {
  const viewer = { userId: caller.userId, scope: scopeFor(caller, permission) }
  if (await queries.isRowWithin(db, rowKind, row.id, viewer.scope)) return undefined
  const { permissions, withShared } = rowKindTable[rowKind]
  const mayBeShared = withShared !== undefined && permission === permissions[0]
  return mayBeShared && (await queries.isRowShown(db, rowKind, row.id, viewer)) ? 'shared' : 'outside'
}

/** Whether the row is the user's own, or that of a user below. */
const isOwnRow = (db: Deps['db'], { userId }: Caller, { rowKind, row }: RowSubject) =>
  queries.isRowWithin(db, rowKind, row.id, { userId, departments: [] })

async function listSteps(found: Case): Promise<WhyStep[]> {
  const { caller, subject } = found
  const { permission, proof } = subject.endpoint
  if (permission === 'public') return []
  const needs = neededBy(subject, caller)
  const off = subject.kind === 'page' && subject.chain.find((row) => !isEnabled(row))
  return [
    ...(await accountStep(found)),
    ...(caller.pendingStep ? [{ code: 'pending' as const, step: caller.pendingStep }] : []),
    ...(off ? [{ code: 'menuOff' as const, label: off.menuName }] : []),
    ...(needs ? [needs] : []),
    ...(proof ? [{ code: 'proof' as const }] : []),
    ...(needs && caller.isAdmin ? [{ code: 'admin' as const }] : []),
    ...(needs && !caller.isAdmin ? await roleSteps(found) : []),
    ...(subject.kind === 'row' ? [await rowStep(found, subject)] : []),
  ]
}

/** The accounts up the line that keep the user out; names only of those that the reader sees. */
async function accountStep({ deps, reader, caller, bars }: Case): Promise<WhyStep[]> {
  if (bars.length === 0) return []
  const ids = bars.map(({ id }) => id)
  const visible = await queries.visibleUsers(deps.db, reader.scope, ids)
  const shown = bars.map(({ id, userName, reason }) => ({
    reason,
    userName: visible.has(id) ? userName : null,
    isOwn: id === caller.userId,
  }))
  return [{ code: 'account', bars: shown }]
}

/** The permission that decides, or nothing for calls of all signed-in users. */
function neededBy(subject: Subject, caller: Caller): Extract<WhyStep, { code: 'needs' }> | undefined {
  const permission =
    subject.kind === 'page' ? decidingRow(subject, caller).permission : subject.endpoint.permission
  if (permission === 'signed-in') return undefined
  return { code: 'needs', permission, page: permissionPages.get(permission) ?? '' }
}

async function roleSteps(found: Case): Promise<WhyStep[]> {
  const { deps, reader, caller, subject } = found
  const { db } = deps
  const roles = await queries.rolesOfUser(db, caller.userId)
  if (roles.length === 0) return [{ code: 'noRoles' }]
  const ids = roles.map(({ id }) => id)
  const isOwn = caller.userId === reader.caller.userId
  const inView = isOwn ? undefined : rolesInView(reader.caller, reader.scope)
  const seen = await queries.rolesAmong(db, ids, inView)
  const ticked = await givenTo(found, ids)
  const asksRow = subject.kind === 'row' && !(await isOwnRow(db, caller, subject))
  const steps: WhyStep[] = []
  for (const role of roles) {
    const isSeen = seen.has(role.id)
    const grants = await judgeRole(found, role, asksRow)
    steps.push({
      code: 'role',
      id: isSeen ? role.id : null,
      roleName: isSeen ? role.roleName : null,
      enabled: isEnabled(role),
      dataScope: role.dataScope,
      ...grants,
      ...(grants.includes === 'no' && { includes: ticked.get(role.id) ?? 'no' }),
      ...(await opened(found, role)),
    })
  }
  return caller.userType === UserType.front ? [...steps, { code: 'front' }] : steps
}

/** The permissions that the role gives on its own, enabled or not. */
async function judgeRole(found: Case, role: RoleRights, asksRow: boolean) {
  const { caller, subject } = found
  const one = withRole(caller, role)
  const isIncluded =
    subject.kind === 'page'
      ? isGiven(subject, decidingRow(subject, caller), one)
      : may(one, subject.endpoint.permission)
  if (!isIncluded) return { includes: 'no' as const, showsRow: null }
  const showsRow = subject.kind === 'row' && asksRow ? await isShownBy(found, subject, one) : null
  return { includes: 'yes' as const, showsRow }
}

/** The user if this were the only role, and enabled. */
function withRole(caller: Caller, { id, roleKey, dataScope, permissions, openPages }: RoleRights): Caller {
  const present = caller.grants.find(({ roleId }) => roleId === id)
  const rights = { permissions: new Set(permissions), openPages: new Set(openPages) }
  const disabled = { roleId: id, roleKey, dataScope: dataScope as DataScope, ...rights }
  return { ...caller, isAdmin: false, grants: [present ?? disabled] }
}

/** Roles in which the menu in question is selected, and the reasons that may keep it from the user. */
async function givenTo({ deps, caller, subject }: Case, ids: RoleId[]) {
  const row = subject.kind === 'page' ? decidingRow(subject, caller) : undefined
  const { permission } = row ?? subject.endpoint
  const asked = row && !permission ? { menuId: row.id } : { permission }
  const given = new Map<RoleId, 'menuOff' | 'plan'>()
  for (const { roleId, status } of await queries.givenMenus(deps.db, ids, asked))
    if (given.get(roleId) !== 'plan') given.set(roleId, isEnabled({ status }) ? 'plan' : 'menuOff')
  return given
}

/** Whose rows a role shows the user. */
async function opened({ deps, caller, named }: Case, role: RoleRights) {
  const set = opensTo({ dataScope: role.dataScope, roleId: role.id }, caller)
  if (typeof set === 'string') return { opens: set, departments: { names: [], count: 0, withBelow: false } }
  const found = await queries.openedDepartments(deps.db, { userId: caller.userId, set, named })
  const withBelow = 'below' in set && set.below
  return { opens: 'departments' as const, departments: { ...found, withBelow } }
}

const isShownBy = ({ deps }: Case, { rowKind, row, endpoint }: RowSubject, one: Caller) =>
  queries.isRowWithin(deps.db, rowKind, row.id, scopeFor(one, endpoint.permission))

async function rowStep({ deps, caller }: Case, subject: RowSubject): Promise<WhyStep> {
  const { rowKind: kind, row } = subject
  const { owner } = row
  if (!owner) return { code: 'row', kind, name: row.name, owner: null }
  const isBelow = await isOwnRow(deps.db, caller, subject)
  const relation = owner.id === caller.userId ? 'self' : isBelow ? 'below' : 'other'
  const { userName, nickName, deptName } = owner
  return { code: 'row', kind, name: row.name, owner: { userName, nickName, deptName, relation } }
}
