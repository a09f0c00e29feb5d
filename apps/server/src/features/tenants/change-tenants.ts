import type { UserId } from '@fleetdeck/contract/ids'
import type { TenantOutcome } from '@fleetdeck/contract/tenants'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { checkUsers, type Refusal } from '../../access/changeable-users.ts'
import type { Deps } from '../../deps.ts'
import { type AccountState, readStates } from '../../domain/accounts/change-limits.queries.ts'
import { changeLimits, followAccounts, type LimitsChange } from '../../domain/accounts/change-limits.ts'
import { readLimitsAbove, takeLimits } from '../../domain/devices/limits-above.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { refusalText, text } from '../../platform/http/language.ts'
import { listLine } from './tenant-changes.queries.ts'

type Outcome = z.input<typeof TenantOutcome> & { id: UserId }
interface Asked {
  caller: Caller
  permission: string
  language: Language
  ids: readonly UserId[]
  /** Called again in the transaction of each account. */
  readChange: (db: Db) => Promise<LimitsChange>
}

/** The effect of a change on each account, by the limits that others have now. */
export async function previewChange(deps: Deps, asked: Asked): Promise<Outcome[]> {
  const { db, parameters } = deps
  const { states, refusals } = await readTargets(db, asked)
  const change = await asked.readChange(db)
  const limits = await readLimitsAbove(
    db,
    states.map(({ parentId }) => parentId),
  )
  const timeZone = parameters.get('sys.timeZone')
  const judge = async (now: AccountState) => {
    const after = change(now)
    const above = limits.get(now.parentId)
    if (above) takeLimits(after, above, { present: now, given: now.given, timeZone })
    return { now, after }
  }
  return inOrder(asked, { states, refusals }, judge)
}

/** Changes each account in a transaction of its own: those that are refused stay as they are. */
export async function changeTenants(deps: Deps, asked: Asked): Promise<Outcome[]> {
  const { db } = deps
  const targets = await readTargets(db, asked)
  await asked.readChange(db)
  const outcomes = await inOrder(asked, targets, ({ id }) =>
    db.transaction(async (tx) => changeLimits(deps, tx, { id, change: await asked.readChange(tx) })),
  )
  await followAccounts(deps, changedOf(outcomes))
  return outcomes
}

const changedOf = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ refusal }) => refusal === null).map(({ id }) => id)

interface Targets {
  states: AccountState[]
  refusals: ReadonlyMap<UserId, AppError>
}

/**
 * The accounts that the caller may change, and why not the others; never the caller's own, nor one above.
 * @throws AppError notFound when the caller sees none of them
 */
async function readTargets(db: Db, { caller, permission, ids }: Asked): Promise<Targets> {
  const wanted = [...new Set(ids)]
  const checked = await checkUsers(db, caller, permission, wanted)
  if (checked.found.length === 0) throw new AppError('notFound')
  const refusals = new Map([...checked.refusals].map(([id, refusal]) => [id, toError(refusal)]))
  for (const { id, userName } of await listLine(db, caller.userId))
    if (id === caller.userId) refusals.set(id, new AppError('notYourself'))
    else if (!caller.isAdmin) refusals.set(id, new AppError('userStronger', { name: userName }))
  const allowed = wanted.filter((id) => !refusals.has(id))
  // Names of those that the caller sees, but may not change.
  const seen = checked.found.map(({ id }) => id)
  const states = await readStates(db, [...allowed, ...seen])
  return { states, refusals }
}

const toError = ({ name, userName }: Refusal) => new AppError(name, { name: userName })

/** Accounts above come first, so that those below find the new limits; the outcomes are in the order of the ids. */
async function inOrder(
  { ids, language }: Asked,
  { states, refusals }: Targets,
  run: (now: AccountState) => Promise<{ now: AccountState; after: AccountState }>,
): Promise<Outcome[]> {
  const outcomes = new Map<UserId, Outcome>()
  for (const state of states) outcomes.set(state.id, await outcomeOf(state))
  return [...new Set(ids)].map((id) => outcomes.get(id) ?? unknown(id))

  async function outcomeOf(state: AccountState): Promise<Outcome> {
    const refused = refusals.get(state.id)
    if (refused) return stays(state, refused)
    try {
      const { now, after } = await run(state)
      return { ...shown(now, after), refusal: null, warning: warningFor(after, language) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return stays(state, error)
    }
  }
  function stays(state: AccountState, error: AppError): Outcome {
    return { ...shown(state, state), refusal: refusalText(language, error), warning: null }
  }
  function unknown(id: UserId): Outcome {
    const error = refusals.get(id) ?? new AppError('notFound')
    return {
      id,
      userName: '',
      before: nothing,
      after: nothing,
      refusal: refusalText(language, error),
      warning: null,
    }
  }
}

const nothing = {
  planName: null,
  deviceNumber: null,
  rateLimit: 0,
  storageMegabytes: null,
  expiresAt: null,
}

const shown = (now: AccountState, after: AccountState) => ({
  id: now.id,
  userName: now.userName,
  before: limitsOf(now),
  after: limitsOf(after),
})

const limitsOf = ({
  planName,
  deviceNumber,
  rateLimit,
  storageMegabytes,
  tenantExpireTime,
}: AccountState) => ({
  ...{ planName, deviceNumber, rateLimit, storageMegabytes, expiresAt: tenantExpireTime },
})

const warningFor = ({ devices, deviceNumber }: AccountState, language: Language) =>
  deviceNumber !== null && devices > deviceNumber
    ? text(language, 'tenant.moreDevices', { count: devices, quota: deviceNumber })
    : null
