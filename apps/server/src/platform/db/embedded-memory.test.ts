import { readFile } from 'node:fs/promises'
import { dumpFile } from '@fleetdeck/testing/site/migrated-dump'
import { expect, test } from 'vitest'
import { overEmbedded } from './open-db.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'

const readMb = 100

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
