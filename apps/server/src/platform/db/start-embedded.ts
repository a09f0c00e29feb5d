import path from 'node:path'
import { say, type TerminalText } from '@fleetdeck/i18n/terminal'
import { lockDataFolder } from './data-folder-lock.ts'
import { DatabaseFailure } from './database-failure.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'
import { watchFolders } from './watch-folders.ts'

/** The embedded database of a data folder that this program has locked. */
export interface StartingEmbedded {
  /** Rejects if the folder cannot be opened, and unlocks it. */
  opened: Promise<EmbeddedPostgres>
  unlock(): Promise<void>
  /** Calls back once when the running database is lost permanently: nothing more can be saved. */
  onLost(tell: (failure: DatabaseFailure) => void): void
}

export const databaseFolder = (dataDir: string) => path.join(dataDir, 'db')

type Print = (text: TerminalText) => void
const printEnglish: Print = (text) => void process.stderr.write(`${text}\n`)

/** Resolves when the database has started in its thread. Imports little, so that it starts early. */
export async function startEmbedded(dataDir: string, print = printEnglish): Promise<StartingEmbedded> {
  const unlock = await lockDataFolder(dataDir)
  const { promise: lost, resolve: lose } = Promise.withResolvers<DatabaseFailure>()
  const watched = open(dataDir, lose, print)
  const opened = watched.then(
    ({ embedded }) => embedded,
    async (error) => {
      await unlock()
      throw error
    },
  )
  // A rejection before the first await must not be unhandled.
  opened.catch(() => {})
  return {
    opened,
    unlock: async () => {
      const { endWatch, isGone } = await watched
      endWatch()
      // The lock of a folder that was replaced would be that of another server.
      if (!isGone()) await unlock()
    },
    onLost: (tell) => void lost.then(tell, () => {}),
  }
}

/** Opens the database, and ends it as soon as its folder is removed. */
async function open(dataDir: string, lose: (failure: DatabaseFailure) => void, print: Print) {
  const folder = databaseFolder(dataDir)
  let isGone = false
  const embedded = await EmbeddedPostgres.open(
    { dataDir: folder },
    {
      ended: ({ message: reason }) => print(say('server.databaseEnded', { reason })),
      reopened: () => print(say('server.databaseReopened')),
      lost: lose,
    },
  )
  const endWatch = await watchFolders([dataDir, folder], () => {
    isGone = true
    embedded.abandon().catch(() => {})
    lose(new DatabaseFailure({ kind: 'removed', detail: 'its folder was removed' }, folder))
  })
  return { embedded, endWatch, isGone: () => isGone }
}
