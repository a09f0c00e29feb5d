import { UserType } from '@fleetdeck/contract/enums'
import { tieIdentity } from '../../access/link-identity.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { madeKey, randomText } from '../../platform/core/passwords.ts'
import { sealedKey } from '../../platform/core/seal.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import * as queries from './auth.queries.ts'
import type { OidcProfile } from './open-id.ts'

const nameLimit = 20
const maxTries = 5

/** The provider's name as an account name: letters, digits and `_.@-`, without the domain of an e-mail address. */
function accountName(name: string): string {
  const plain = name.normalize('NFC').replace(/@.*$/u, '')
  const fit = plain.replace(/(?:[^\p{L}\p{N}_.-]|[\u{10000}-\u{10ffff}])+/gu, '-')
  const short = fit.replace(/^-+|-+$/g, '').slice(0, nameLimit)
  return short.length >= 2 ? short : `user-${randomText(6)}`
}

const numbered = (name: string, n: number) =>
  n === 1 ? name : `${name.slice(0, nameLimit - 1 - String(n).length)}-${n}`

/**
 * Creates the account of somebody whom only the provider knows, linked to their identity. It has no password, so they
 * can only sign in there, and no devices.
 */
export async function provisionAccount({ db, seal }: Pick<Deps, 'db' | 'seal'>, person: OidcProfile) {
  const base = accountName(person.name)
  for (let tries = 0; tries < maxTries; tries++) {
    const taken = await queries.takenNames(db, base)
    let n = 1
    while (taken.has(numbered(base, n).toLowerCase())) n++
    try {
      return await insertAccount({ db, seal }, numbered(base, n), person)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Another server was faster: with this identity, or with an account with this name.
      const account = await queries.findAccount(db, person)
      if (account) return account
    }
  }
  throw new AppError('userNameTaken')
}

const insertAccount = ({ db, seal }: Pick<Deps, 'db' | 'seal'>, userName: string, person: OidcProfile) =>
  db.transaction(async (tx) => {
    const account = await mapDbErrors(
      queries.insertUser(tx, {
        userName,
        nickName: person.fullName || userName,
        passwordHash: '',
        userType: UserType.background,
        deviceNumber: 0,
        ...sealedKey(seal, madeKey()),
      }),
      { users_name: 'userNameTaken' },
    )
    await tieIdentity(tx, account.id, person)
    return account
  })
