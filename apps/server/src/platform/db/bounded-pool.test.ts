import { expect, onTestFinished, test } from 'vitest'
import { workOwner } from '../core/work-owner.ts'
import { overEmbedded } from './open-db.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'

async function openPool(waitSeconds?: number) {
  const open = overEmbedded(await EmbeddedPostgres.open({}), waitSeconds)
  onTestFinished(open.close)
  return open.pool
}

test('many statements of one session delay those of others by one each', async () => {
  const pool = await openPool()
  let done = 0
  const flood = workOwner.run('session 1', () =>
    Array.from({ length: 200 }, () => pool.query('select pg_sleep(0.005)').then(() => (done += 1))),
  )
  await workOwner.run('session 2', () => pool.query('select 1'))
  expect(done).toBeLessThan(5)
  await pool.query('select 1')
  expect(done).toBeLessThan(10)
  await Promise.all(flood)
})

test('statements of a session that wait too long are refused, and the connection serves again afterwards', async () => {
  const pool = await openPool(2)
  await workOwner.run('session 1', async () => {
    const client = await pool.connect()
    const refusals = await Promise.allSettled([pool.query('select 1'), pool.query('select 2')])
    client.release()
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 'rejected', reason: { reason: 'busy' } })
    expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }])
  })
})

test('a session with a thousand waiting statements gets no further one in', async () => {
  const pool = await openPool()
  const outcomes = await workOwner.run('session 1', async () => {
    const client = await pool.connect()
    const asked = Promise.allSettled(Array.from({ length: 1001 }, () => pool.query('select 1')))
    await expect(pool.query('select 1')).rejects.toMatchObject({ errorName: 'tooManyRequests' })
    client.release()
    return asked
  })
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
