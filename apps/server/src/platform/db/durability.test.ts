import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDb, openDb } from './open-db.ts'

let folder: DataFolder
let open: OpenDb
beforeAll(async () => {
  folder = await temporaryFolder()
  open = await openDb({ dataDir: folder.path })
  await open.pool.query('create table writes (n int)')
}, 120_000)
afterAll(async () => {
  await open.close()
  await folder.remove()
})

async function fsyncsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = (await open.embedded?.fsyncs()) ?? 0
  await work()
  return ((await open.embedded?.fsyncs()) ?? 0) - before
}

test('each commit of the embedded database is synced to disk before it is acknowledged', async () => {
  for (let n = 0; n < 20; n += 1) {
    const fsyncs = await fsyncsDuring(() => open.pool.query('insert into writes values ($1)', [n]))
    expect(fsyncs).toBeGreaterThanOrEqual(1)
  }
})

test('a transaction with many writes is synced to disk once, at its end', async () => {
  const client = await open.pool.connect()
  await client.query('begin')
  const fsyncs = await fsyncsDuring(async () => {
    for (let n = 0; n < 50; n += 1) await client.query('insert into writes values ($1)', [n])
  })
  expect(fsyncs).toBe(0)
  expect(await fsyncsDuring(() => client.query('commit'))).toBeGreaterThanOrEqual(1)
  client.release()
})

test('reading syncs nothing to disk', async () => {
  await open.pool.query('select count(*) from writes')
  expect(await fsyncsDuring(() => open.pool.query('select count(*) from writes'))).toBe(0)
})
