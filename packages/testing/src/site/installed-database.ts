import { hashMadePassword } from '../../../../apps/server/src/platform/core/passwords.ts'
import { keyBytes, Seal } from '../../../../apps/server/src/platform/core/seal.ts'
import { type OpenDb, openDb, overEmbedded } from '../../../../apps/server/src/platform/db/open-db.ts'
import { users } from '../../../../apps/server/src/platform/db/schema/users.ts'
import { seed } from '../../../../apps/server/src/platform/db/seed/seed.ts'
import { saveRows } from './kept-rows.ts'
import { embeddedTestDatabase, newPostgres } from './test-database.ts'

export const adminPassword = 'Correct-Horse-9'

/** Of all test sites: databases are handed from one to the next. */
export const testSeal = new Seal(Buffer.alloc(keyBytes, 7))

export interface InstalledDatabase {
  open: OpenDb
  /** Resets to a freshly installed site; ids start at 1 again. */
  reset(): Promise<void>
  /**
   * Saves all rows as they are now, and returns a function that restores them. One such state exists in addition to the
   * installed one.
   */
  keep(): Promise<() => Promise<void>>
  /** Hands the database over to the next site of this process. */
  close(): Promise<void>
}
interface Installed {
  reopen(): Promise<OpenDb>
  restore(pool: OpenDb['pool']): Promise<void>
}

const free: Installed[] = []

/** The database of a newly installed site: one left by an earlier site of this process, or a new one. */
export async function installedDatabase(): Promise<InstalledDatabase> {
  const installed = free.pop() ?? (await install())
  const open = await installed.reopen()
  return {
    open,
    reset: () => installed.restore(open.pool),
    keep: () => saveFilled(open),
    close: async () => {
      await open.close()
      free.push(installed)
    },
  }
}

/** In the data folder, as in production. */
export async function databaseInFolder(dataDir: string): Promise<InstalledDatabase> {
  const open = await openDb({ dataDir })
  await fillAsInstalled(open)
  const restore = await saveRows(open.pool)
  return { open, reset: () => restore(open.pool), keep: () => saveFilled(open), close: open.close }
}

async function saveFilled({ pool }: OpenDb): Promise<() => Promise<void>> {
  const restore = await saveRows(pool, 'kept_filled')
  return () => restore(pool)
}

async function install(): Promise<Installed> {
  const reopen = await newDatabase()
  const open = await reopen()
  await fillAsInstalled(open)
  const restore = await saveRows(open.pool)
  await open.close()
  return { reopen, restore }
}

export async function fillAsInstalled({ db }: OpenDb): Promise<void> {
  await seed(db, testSeal, adminPassword)
  await db.update(users).set({ passwordHash: await passwordHash(), mustChangePassword: false })
}

async function newDatabase(): Promise<() => Promise<OpenDb>> {
  if (process.env.TEST_DATABASE_URL) {
    const { url } = await newPostgres()
    return () => openDb({ dataDir: '', databaseUrl: url })
  }
  const embedded = await embeddedTestDatabase()
  return async () => {
    const open = overEmbedded(embedded)
    return { ...open, close: () => open.pool.end() }
  }
}

/** As cheap as that of a generated password, so that tests spend no time on hashing. */
export const passwordHash = () => hashMadePassword(adminPassword)
