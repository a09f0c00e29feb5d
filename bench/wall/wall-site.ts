import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { openDb } from '../../apps/server/src/platform/db/open-db.ts'
import { enrolPhones } from '../enrolled-phones.ts'
import { fillSite } from '../filled-site.ts'
import { type PicturePhones, startPicturePhones } from './picture-phones.ts'

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
  const open = await openDb(where)
  const tokens = await enrolPhones(open.db, connected)
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
