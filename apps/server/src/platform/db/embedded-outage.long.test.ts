import { rm } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { mountSmallDisk } from '@fleetdeck/testing/server/small-disk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { awayReason } from '../core/database-away.ts'
import type { DatabaseFailure } from './database-failure.ts'
import { runUpkeep } from './embedded-upkeep.ts'
import { type OpenDb, openDb } from './open-db.ts'
import { startEmbedded } from './start-embedded.ts'

vi.setConfig({ testTimeout: 120_000 })

async function openIn(dataDir: string): Promise<{ open: OpenDb; lost: Promise<DatabaseFailure> }> {
  const embedded = await startEmbedded(dataDir)
  const lost = new Promise<DatabaseFailure>((resolve) => embedded.onLost(resolve))
  const open = await openDb({ dataDir, embedded })
  onTestFinished(open.close)
  await open.pool.query('create table writes (n int)')
  return { open, lost }
}

/** Writes rows into ever new files of the log until that fails; returns how many were acknowledged. */
async function writeUntilFailure({ pool }: OpenDb): Promise<{ written: number; error: unknown }> {
  for (let written = 0; ; written += 1)
    try {
      await pool.query('insert into writes values ($1)', [written])
      await pool.query('select pg_switch_wal()')
    } catch (error) {
      return { written, error }
    }
}

test('a database that aborts on a full disk fails statements immediately, loses nothing and opens again', async ({
  skip,
}) => {
  const disk = mountSmallDisk(96) ?? skip('this account may not mount file systems')
  onTestFinished(disk.remove)
  const { open } = await openIn(path.join(disk.path, 'data'))
  // The table has a page with space for all rows.
  await open.pool.query('insert into writes values (-1)')
  disk.fill()
  const { written, error } = await writeUntilFailure(open)
  expect(error).toMatchObject({ code: '57P01', message: /embedded database has ended/ })
  await expect(open.pool.query('select 1')).rejects.toMatchObject({ reason: 'full' })
  const wrapped = await open.db.execute('select 1').catch((failure: unknown) => failure)
  expect(awayReason(wrapped)).toBe('full')
  await expect(open.embedded?.fsyncs()).rejects.toMatchObject({ code: '57P01' })

  disk.free()
  const count = () =>
    open.pool.query('select count(*)::int as n from writes').then(
      ({ rows }) => rows[0].n,
      () => undefined,
    )
  await expect.poll(count).toBeGreaterThanOrEqual(written)
  await open.pool.query('insert into writes values (0)')
})

test('a database that cannot be opened again is given up with the reason', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const { open, lost } = await openIn(folder.path)
  await rm(path.join(folder.path, 'db/pg_wal'), { recursive: true })
  expect((await writeUntilFailure(open)).error).toMatchObject({ code: '57P01' })
  expect(await lost).toMatchObject({
    kind: 'damaged',
    folder: expect.stringMatching(/db$/),
  })
  await expect(open.pool.query('select 1')).rejects.toMatchObject({ reason: 'silent' })
})

test('the log of a database that runs for long is removed up to a limit', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const { open } = await openIn(folder.path)
  let mb = 0
  for (let round = 0; round < 5; round += 1) {
    await open.pool.query(`insert into writes select generate_series(1, 1500000)`)
    await runUpkeep(open.pool, path.join(folder.path, 'db'))
    const { rows } = await open.pool.query('select sum(size)::int / 1048576 as mb from pg_ls_waldir()')
    mb = rows[0].mb
  }
  expect(mb).toBeLessThanOrEqual(256)
})

test('the pages of a new database have checksums', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const { open } = await openIn(folder.path)
  expect((await open.pool.query('show data_checksums')).rows).toEqual([{ data_checksums: 'on' }])
})
