import { silentServerSeconds } from '@fleetdeck/contract/service-monitor'
import { and, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { installation, servers } from '../db/schema/installation.ts'

const silence = sql`now() - make_interval(secs => ${silentServerSeconds})`

/** The store that the servers of this database use; no other server changes it until the transaction ends. */
export async function readStore(tx: Db) {
  const [row] = await tx
    .select({
      store: installation.fileStore,
      serial: installation.serial,
      isRecent: sql<boolean>`coalesce(${installation.fileStoreAt} > ${silence}, false)`,
    })
    .from(installation)
    .for('update')
  if (!row) throw new Error('the database has no installation')
  return { ...row, store: row.store ?? undefined }
}

/** Another server that uses the files now. */
export async function findOther(tx: Db, serverName: string): Promise<string | undefined> {
  const [other] = await tx
    .select({ serverName: servers.serverName })
    .from(servers)
    .where(
      and(
        ne(servers.serverName, serverName),
        isNull(servers.stoppedAt),
        sql`${servers.heardAt} > ${silence}`,
      ),
    )
    .limit(1)
  return other?.serverName
}

export const writeStore = (tx: Db, store: { id: string; address: string }) =>
  tx.update(installation).set({ fileStore: store, fileStoreAt: sql`now()` })

/** The next server to start says which store it is. Returns the serial number of the installation. */
export async function forgetStore(db: Db): Promise<string> {
  const [row] = await db
    .update(installation)
    .set({ fileStore: null, fileStoreAt: null })
    .returning({ serial: installation.serial })
  return row?.serial ?? ''
}
