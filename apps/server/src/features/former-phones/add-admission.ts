import {
  type FormerAdmissionDraft,
  formerPhones,
  maxAdmissionDays,
  maxListedNumbers,
  maxOpenAdmissions,
} from '@fleetdeck/contract/former-phones'
import type { FormerPhoneId, GroupId } from '@fleetdeck/contract/ids'
import type { z } from 'zod'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { expectNumbers, findCalled, findNumbered } from '../../domain/devices/former-phones.queries.ts'
import { admitNumbers } from '../../domain/devices/former-phones.ts'
import { findGroupOwner } from '../../domain/devices/group-owner.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { isWithin } from '../../platform/safe-fetch/private-addresses.ts'
import * as queries from './former-phones.queries.ts'

type Draft = z.output<typeof FormerAdmissionDraft>
type Outcome = { admitted: number; expected: number; refusals: Map<string, AppError> }

const { permission } = formerPhones.addAdmission
const dayMs = 86_400_000

/** The group that the caller may give devices to; null without one. */
export async function checkedGroup(deps: Deps, caller: Caller, groupId: GroupId | undefined) {
  if (groupId === undefined) return null
  requireFound(await findGroupOwner(deps.db, scopeFor(caller, permission), groupId))
  return groupId
}

/**
 * Opens an admission, and admits what waits already. Users who see only some devices list numbers of these: they cannot
 * take phones that call with other numbers, or from a network.
 */
export async function addAdmission(deps: Deps, caller: Caller, draft: Draft): Promise<Outcome> {
  const { db } = deps
  const scope = scopeFor(caller, permission)
  const { kind, network = '', numbers = '' } = draft
  const endsAt = new Date(draft.endsAt)
  const left = endsAt.getTime() - siteMs()
  if (left <= 0 || left > maxAdmissionDays * dayMs)
    throw new AppError('admissionEnd', { count: maxAdmissionDays })
  if (kind === 'network' && scope !== 'all') throw new AppError('networkNeedsSite')
  const groupId = await checkedGroup(deps, caller, draft.groupId)
  const listed = kind === 'list' ? linesOf(numbers) : []
  await queries.forgetUnexpected(db)
  if ((await queries.countOpen(db)) >= maxOpenAdmissions)
    throw new AppError('tooManyAdmissions', { count: maxOpenAdmissions })
  const refusals = await refusedNumbers(deps, listed, { scope, hasGroup: groupId !== null })
  const usable = listed.filter((number) => !refusals.has(number))
  const admissionId = await queries.insertAdmission(db, {
    ...{ kind, network, groupId, endsAt },
    creatorId: caller.userId,
  })
  await expectNumbers(db, usable, admissionId)
  const called = await findCalled(db, usable)
  const waiting = kind === 'list' ? undecided(called) : await waitingWithin(deps, network)
  const refused = await admitNumbers(deps, waiting, { scope, groupId, admissionId })
  for (const [number, refusal] of refused) refusals.set(number, refusal)
  const admitted = waiting.length - refused.size
  return { admitted, expected: usable.length - called.length, refusals }
}

function linesOf(text: string): string[] {
  const numbers = new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/[\r\n]+/)
      .map((line) => line.trim()),
  )
  numbers.delete('')
  if (numbers.size > maxListedNumbers) throw new AppError('tooManyDeviceLines', { count: maxListedNumbers })
  return [...numbers]
}

/** Numbers that could not be admitted when they call. */
async function refusedNumbers(
  { db }: Deps,
  numbers: string[],
  { scope, hasGroup }: { scope: ReturnType<typeof scopeFor>; hasGroup: boolean },
): Promise<Map<string, AppError>> {
  const known = await findNumbered(db, numbers, scope)
  const refusals = new Map<string, AppError>()
  for (const number of numbers) {
    const device = known.get(number)
    if (device && !device.isVisible) refusals.set(number, new AppError('deviceNoTaken'))
    else if (device?.hasSecret) refusals.set(number, new AppError('numberHasToken'))
    else if (!device && number.length > 64) refusals.set(number, new AppError('numberUnfit'))
    else if (!device && !(hasGroup && scope === 'all')) refusals.set(number, new AppError('numberNoDevice'))
  }
  return refusals
}

const undecided = (called: Awaited<ReturnType<typeof findCalled>>): FormerPhoneId[] =>
  called.filter(({ state }) => state !== 'admitted').map(({ id }) => id)

const waitingWithin = async ({ db }: Deps, network: string): Promise<FormerPhoneId[]> =>
  (await queries.findWaiting(db)).filter(({ ip }) => isWithin(ip, network)).map(({ id }) => id)
