import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { lockDataFolder } from './data-folder-lock.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'

/** The embedded database of a data folder that this program has locked. */
export interface StartingEmbedded {
  /** Rejects when the folder cannot be opened; the folder is unlocked then. */
  opened: Promise<EmbeddedPostgres>
  unlock(): Promise<void>
}

/** Answers when the database has begun to start in its thread. Imports little, so that it begins early. */
export async function startEmbedded(dataDir: string): Promise<StartingEmbedded> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(dataDir)
  const opened = EmbeddedPostgres.open({ dataDir: path.join(dataDir, 'db') }).catch(async (error) => {
    await unlock()
    throw error
  })
  // It may fail before anybody waits for it.
  opened.catch(() => {})
  return { opened, unlock }
}
