import type { UserId } from '@fleetdeck/contract/ids'
import { type Belonging, belongings } from '@fleetdeck/contract/user-removal'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Account, type Counts, countBelongings, listAccountsBelow } from './belongings.queries.ts'

/** Kinds that do not prevent a deletion: they depend on other rows, are records, or end with the account. */
const loose = ['dataItems', 'scriptErrors', 'enrolmentCodes', 'files', 'accessTokens'] as const
type Held = Exclude<Belonging, (typeof loose)[number]>

const isHeld = (kind: Belonging): kind is Held => !loose.some((each) => each === kind)

/** Only the kinds that exist. */
export const nonZero = (counts: Counts) =>
  belongings.filter((kind) => counts[kind] > 0).map((kind) => ({ kind, count: counts[kind] }))

/** Whether rows would be lost or left without an owner. */
export const hasNothing = (counts: Counts) => belongings.filter(isHeld).every((kind) => counts[kind] === 0)

/** @throws AppError userNotEmpty for the first of these accounts that has rows, or users below who are not among them */
export async function requireEmpty(db: Db, accounts: readonly Account[]): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  const isKept = ({ id }: { id: UserId }) => !ids.includes(id)
  const hasUsers = (await listAccountsBelow(db, ids)).some(isKept)
  if (!hasUsers && hasNothing(await countBelongings(db, ids))) return
  for (const { id, userName } of accounts) {
    const subUsers = (await listAccountsBelow(db, [id])).filter(isKept).length
    const counts = await countBelongings(db, [id])
    const things: { text: TextKey; count: number }[] = subUsers
      ? [{ text: 'removal.has.subUsers', count: subUsers }]
      : []
    for (const kind of belongings)
      if (isHeld(kind) && counts[kind]) things.push({ text: `removal.has.${kind}`, count: counts[kind] })
    if (things.length) throw new AppError('userNotEmpty', { name: userName, things: { things } })
  }
}
