import { randomUUID } from 'node:crypto'
import { say, TerminalError, type TerminalText } from '@fleetdeck/i18n/terminal'
import { dbCommand } from '@fleetdeck/i18n/terminal-layout'
import type { Db } from '../db/db.ts'
import type { OpenDb } from '../db/open-db.ts'
import { findOther, readStore, writeStore } from './claim-store.queries.ts'
import type { ObjectStore } from './object-store.ts'
import { markName } from './store-mark.ts'

/**
 * Marks a store as that of this database. Throws a TerminalError for the store of another installation, and while
 * another server of the database uses a different one: each would miss the files of the other. Returns what to tell
 * when a lone server uses another store than before.
 */
export function claimStore(
  { db, kind }: Pick<OpenDb, 'db' | 'kind'>,
  store: ObjectStore,
  serverName: string,
): Promise<TerminalText | undefined> {
  return db.transaction(async (tx) => {
    const known = await readStore(tx)
    const mark = await store.readMark()
    const { address } = store
    if (mark && mark.installation !== known.serial)
      throw new TerminalError(say('failure.foreignFiles', { address, file: markName }))
    const former = known.store?.id === mark?.id ? undefined : known.store
    // The embedded database has one server.
    if (former && kind === 'postgresql') await refuseBeside(tx, { ...known, former, address, serverName })
    const id = mark?.id ?? randomUUID()
    if (!mark) await store.writeMark({ id, installation: known.serial })
    await writeStore(tx, { id, address })
    if (!former) return undefined
    const command = `${dbCommand} move-files`
    return say('server.otherFiles', { former: former.address, address, command })
  })
}

interface Beside {
  former: { address: string }
  /** A server began to use the former store so recently that it may not be listed yet. */
  isRecent: boolean
  address: string
  serverName: string
}

async function refuseBeside(tx: Db, { former, isRecent, address, serverName }: Beside): Promise<void> {
  const other = await findOther(tx, serverName)
  if (other === undefined && !isRecent) return
  const server = other ?? serverName
  throw new TerminalError(say('failure.otherFiles', { server, theirs: former.address, address }))
}
