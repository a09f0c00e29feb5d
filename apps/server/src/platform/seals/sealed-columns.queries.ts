import { isSecretParameter } from '@fleetdeck/contract/parameter-rows'
import { parameterKeys } from '@fleetdeck/contract/site-config'
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, notLike, or, sql } from 'drizzle-orm'
import { madeKey, randomText } from '../core/passwords.ts'
import { type Seal, sealedKey, sealedPattern } from '../core/seal.ts'
import type { Db } from '../db/db.ts'
import { alarmSettings } from '../db/schema/alarms.ts'
import { servers } from '../db/schema/installation.ts'
import { parameterValues } from '../db/schema/parameters.ts'
import { scriptSources } from '../db/schema/script-sources.ts'
import { sealKeys } from '../db/schema/seal-keys.ts'
import { totpFactors } from '../db/schema/second-factors.ts'
import { signingKeys } from '../db/schema/signing-keys.ts'
import { users } from '../db/schema/users.ts'

const rowsAtOnce = 500

/** The key of the secrets in this database; undefined if none was ever sealed. */
export async function findKeyId(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ keyId: sealKeys.keyId }).from(sealKeys)
  return row?.keyId
}

/** Makes it the key of this database unless there is one; returns the one that applies, locked for this transaction. */
export async function claimKeyId(db: Db, keyId: string): Promise<string> {
  await db.insert(sealKeys).values({ keyId }).onConflictDoNothing()
  const [row] = await db.select({ keyId: sealKeys.keyId }).from(sealKeys).for('update')
  return row?.keyId ?? keyId
}

export const replaceKeyId = (db: Db, keyId: string) => db.update(sealKeys).set({ keyId })

/** Whether a server was heard lately that did not stop in order. */
export async function isServed(db: Db): Promise<boolean> {
  const isAlive = and(isNull(servers.stoppedAt), gt(servers.heardAt, sql`now() - interval '30 seconds'`))
  return (await db.$count(servers, isAlive)) > 0
}

/** How every secret is written again; undefined removes it. */
type Change = (stored: string, place: Parameters<Seal['open']>[1]) => string | undefined

interface Rows {
  /** Only those that were never sealed. */
  plainOnly: boolean
}

/** Seals with another key what is sealed with one, in the transaction of the caller. */
export const sealAgain = (db: Db, from: Seal, to: Seal) =>
  changeSecrets(db, to, { plainOnly: false }, (stored, place) => from.open(stored, place))

/** Seals what older versions have stored in plain. */
export const sealPlain = (db: Db, seal: Seal) =>
  changeSecrets(db, seal, { plainOnly: true }, (stored) => stored)

export interface Reset {
  users: number
  /** Parameters that have to be set again. */
  parameters: string[]
  robots: number
  /** Git repositories whose token or key has to be entered again. */
  sources: number
  /** Authenticator apps that have to be set up again. */
  authenticators: number
  /** Phones have to accept a new key of the installation. */
  signingKeys: number
}

/** Replaces secrets that cannot be opened: keys by new ones, others by nothing. */
export const resetSecrets = (db: Db, seal: Seal): Promise<Reset> =>
  changeSecrets(db, seal, { plainOnly: false }, (_stored, place) => {
    if (place === 'users.con_secret') return madeKey()
    return place === 'parameters.device.enrolmentKey' ? randomText(24) : undefined
  })

async function changeSecrets(db: Db, seal: Seal, rows: Rows, change: Change): Promise<Reset> {
  return {
    users: await changeUsers(db, seal, rows, change),
    parameters: await changeParameters(db, seal, rows, change),
    robots: await changeRobots(db, seal, rows, change),
    // They were never stored in plain.
    sources: rows.plainOnly ? 0 : await changeSources(db, seal, change),
    authenticators: rows.plainOnly ? 0 : await changeAuthenticators(db, seal, change),
    signingKeys: rows.plainOnly ? 0 : await changeSigningKey(db, seal, change),
  }
}

async function changeUsers(db: Db, seal: Seal, { plainOnly }: Rows, change: Change): Promise<number> {
  let changed = 0
  for (let after = 0; ; ) {
    const some = await db
      .select({ id: users.id, conSecret: users.conSecret })
      .from(users)
      .where(and(gt(users.id, sql`${after}`), plainOnly ? isNull(users.conSecretHash) : undefined))
      .orderBy(asc(users.id))
      .limit(rowsAtOnce)
    const written = some.map(({ id, conSecret }) => ({
      id,
      ...sealedKey(seal, change(conSecret, 'users.con_secret') || madeKey()),
    }))
    // The index of hashes allows no duplicate, and none exists: the texts differ.
    await db.execute(sql`update users set con_secret = x."conSecret", con_secret_hash = x."conSecretHash"
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as x(id int, "conSecret" text, "conSecretHash" text)
      where users.id = x.id`)
    changed += some.length
    const last = some.at(-1)
    if (!last || some.length < rowsAtOnce) return changed
    after = last.id
  }
}

async function changeParameters(db: Db, seal: Seal, { plainOnly }: Rows, change: Change): Promise<string[]> {
  const { configKey, configValue } = parameterValues
  const found = await db
    .select({ configKey, configValue })
    .from(parameterValues)
    .where(
      and(
        inArray(configKey, parameterKeys.filter(isSecretParameter)),
        isNotNull(configValue),
        ne(configValue, ''),
        plainOnly ? notLike(configValue, sealedPattern) : undefined,
      ),
    )
  const removed: string[] = []
  for (const row of found) {
    const place = `parameters.${row.configKey}` as const
    const text = change(row.configValue ?? '', place)
    if (text === undefined) removed.push(row.configKey)
    const stored = text === undefined ? null : seal.seal(text, place)
    await db.update(parameterValues).set({ configValue: stored }).where(eq(configKey, row.configKey))
  }
  return removed
}

async function changeRobots(db: Db, seal: Seal, { plainOnly }: Rows, change: Change): Promise<number> {
  const { id, robotAddress, robotKey } = alarmSettings
  const isPlain = (column: typeof robotAddress | typeof robotKey) =>
    and(ne(column, ''), notLike(column, sealedPattern))
  const found = await db
    .select({ id, robotAddress, robotKey })
    .from(alarmSettings)
    .where(plainOnly ? or(isPlain(robotAddress), isPlain(robotKey)) : ne(robotAddress, ''))
  for (const row of found)
    await db
      .update(alarmSettings)
      .set({
        robotAddress: again(row.robotAddress, 'alarm_settings.robot_address'),
        robotKey: again(row.robotKey, 'alarm_settings.robot_key'),
      })
      .where(eq(id, row.id))
  return found.length

  function again(stored: string, place: Parameters<Change>[1]): string {
    if (stored === '' || (plainOnly && stored.startsWith('sealed:'))) return stored
    return seal.seal(change(stored, place) ?? '', place)
  }
}

async function changeSources(db: Db, seal: Seal, change: Change): Promise<number> {
  const { id, secret, apiToken, hookSecret } = scriptSources
  const found = await db.select({ id, secret, apiToken, hookSecret }).from(scriptSources)
  let changed = 0
  for (const row of found) {
    const again = (stored: string, place: Parameters<Change>[1]) =>
      stored && seal.seal(change(stored, place) ?? '', place)
    if (row.secret || row.apiToken) changed++
    await db
      .update(scriptSources)
      .set({
        secret: again(row.secret, 'script_sources.secret'),
        apiToken: again(row.apiToken, 'script_sources.api_token'),
        hookSecret: seal.seal(
          change(row.hookSecret, 'script_sources.hook_secret') ?? randomText(40),
          'script_sources.hook_secret',
        ),
      })
      .where(eq(id, row.id))
  }
  return changed
}

/** One whose secret is lost is removed: its user signs in with a recovery code, or is let in by an administrator. */
async function changeAuthenticators(db: Db, seal: Seal, change: Change): Promise<number> {
  const { userId, secret } = totpFactors
  const found = await db.select({ userId, secret }).from(totpFactors)
  for (const row of found) {
    const text = change(row.secret, 'totp_factors.secret')
    const isOwn = eq(userId, row.userId)
    if (text === undefined) await db.delete(totpFactors).where(isOwn)
    else
      await db
        .update(totpFactors)
        .set({ secret: seal.seal(text, 'totp_factors.secret') })
        .where(isOwn)
  }
  return found.length
}

/** A lost one is removed: the next start makes another one. */
async function changeSigningKey(db: Db, seal: Seal, change: Change): Promise<number> {
  const [row] = await db.select().from(signingKeys)
  if (!row) return 0
  const text = change(row.privateKey, 'signing_keys.private_key')
  if (text === undefined) await db.delete(signingKeys)
  else await db.update(signingKeys).set({ privateKey: seal.seal(text, 'signing_keys.private_key') })
  return 1
}
