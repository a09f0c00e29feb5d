import { createHash } from 'node:crypto'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { sql } from 'drizzle-orm'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { fillSite } from '../filled-site.ts'
import { type PicturePhones, startPicturePhones } from './picture-phones.ts'

const createToken = (index: number) => `wall-token-${String(index).padStart(6, '0')}-${'x'.repeat(20)}`

export interface WallSite {
  server: ServerProcess
  admin: HttpClient
  phones: PicturePhones
  stop(): Promise<void>
}

/** A site with this many devices, the first of which are connected phones. */
export async function startWallSite(devices: number, connected: number): Promise<WallSite> {
  const folder = await temporaryFolder()
  const where = { dataDir: folder.path }
  await fillSite(where, { devices, groups: 1 })
  const tokens = Array.from({ length: connected }, (_, index) => createToken(index + 1))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const open = await openDb(where)
  await open.db.execute(sql`update devices set token_hash = n.hash
    from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) with ordinality as n(hash, id)
    where devices.id = n.id`)
  await open.db.execute(sql`update device_runtime set online = false, last_seen_at = null`)
  await open.close()
  const server = await startServer({ DATA_DIR: folder.path, CAPTCHA: 'off' })
  const phones = startPicturePhones(server.address, tokens)
  return {
    server,
    phones,
    admin: await signIn(server.address, changedPassword),
    stop: async () => {
      phones.close()
      await server.stop()
      await folder.remove()
    },
  }
}
