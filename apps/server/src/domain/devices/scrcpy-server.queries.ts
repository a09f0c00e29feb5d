import type { OfferedScrcpy } from '@fleetdeck/contract/scrcpy-server'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { scrcpyServer } from '../../platform/db/schema/scrcpy-server.ts'

export async function findOffered(db: Db): Promise<OfferedScrcpy | undefined> {
  const { sha256, size, version } = scrcpyServer
  const [row] = await db.select({ sha256, size, version }).from(scrcpyServer)
  return row
}

/** The file with this SHA-256, unless another has replaced it. */
export async function findContent(db: Db, sha256: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ content: scrcpyServer.content })
    .from(scrcpyServer)
    .where(eq(scrcpyServer.sha256, sha256))
  return row && Buffer.from(row.content, 'base64')
}
