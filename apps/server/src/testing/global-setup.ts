import { randomBytes } from 'node:crypto'
import { makeDump } from './migrated-dump.ts'
import { dropTestDatabases } from './test-database.ts'

/** Runs once before all tests; the returned function runs after them. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!process.env.TEST_DATABASE_URL) {
    await makeDump()
    return undefined
  }
  process.env.TEST_RUN = randomBytes(4).toString('hex')
  return dropTestDatabases
}
