import { readFile } from 'node:fs/promises'
import { menus } from '@fleetdeck/contract/menus'
import { firstSignIn } from '@fleetdeck/testing/server/http-client'
import { readPeakMb, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { dumpFile } from '@fleetdeck/testing/site/migrated-dump'
import { expect, onTestFinished, test } from 'vitest'
import { overEmbedded } from './open-db.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'

const readMb = 100
/** Usual are 480 to 600 MB, the more the busier the computer is; without its flags, V8 takes more than 1,000. */
const mostStartMb = 750

test('data read from the embedded database does not stay in its memory', async () => {
  const dump = new Uint8Array(await readFile(dumpFile()))
  const embedded = await EmbeddedPostgres.open({ dump })
  const open = overEmbedded(embedded)
  const before = await embedded.heapBytes()
  for (let mb = 0; mb < readMb; mb += 10) {
    const { rows } = await open.pool.query(`select repeat('x', 1000) as text from generate_series(1, 10000)`)
    expect(rows).toHaveLength(10_000)
  }
  const grownMb = ((await embedded.heapBytes()) - before) / 1_000_000
  expect(grownMb).toBeLessThan(readMb / 2)
  await open.close()
})

test.skipIf(process.platform !== 'linux')(
  'a first start and its first statements need little memory',
  async () => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const server = await startServer({
      DATA_DIR: folder.path,
      CAPTCHA: 'off',
      ADMIN_PASSWORD: 'First-Horse-9',
    })
    onTestFinished(server.kill)
    const admin = await firstSignIn(server.address, 'First-Horse-9')
    for (let n = 0; n < 100; n += 1) await admin.call(menus.list)
    expect(readPeakMb(server.pid)).toBeLessThan(mostStartMb)
  },
  120_000,
)
