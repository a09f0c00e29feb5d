import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { lockDataFolder } from './data-folder-lock.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'

/** The embedded database of a data folder that this program has locked. */
export interface StartingEmbedded {
  /** Rejects if the folder cannot be opened, and unlocks it. */
  opened: Promise<EmbeddedPostgres>
  unlock(): Promise<void>
}

/** Resolves when the database has started in its thread. Imports little, so that it starts early. */
export async function startEmbedded(dataDir: string): Promise<StartingEmbedded> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(dataDir)
  const opened = EmbeddedPostgres.open({ dataDir: path.join(dataDir, 'db') }).catch(async (error) => {
    await unlock()
    throw error
  })
  // A rejection before the first await must not be unhandled.
  opened.catch(() => {})
  return { opened, unlock }
}
