import { randomBytes } from 'node:crypto'
import { useMemoryForTemp } from './memory-temp.ts'
import { makeDump } from './migrated-dump.ts'
import { dropTestDatabases } from './test-database.ts'

/** Runs once before all tests; the returned function runs after them. */
export async function setup(): Promise<() => Promise<void>> {
  const removeTemp = useMemoryForTemp()
  const isEmbedded = !process.env.TEST_DATABASE_URL
  if (isEmbedded) await makeDump()
  else process.env.TEST_RUN = randomBytes(4).toString('hex')
  return async () => {
    if (!isEmbedded) await dropTestDatabases()
    removeTemp()
  }
}
