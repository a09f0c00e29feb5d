import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOneTransaction } from './one-transaction.ts'

const url = process.env.TEST_DATABASE_URL
const isOnPostgres = url !== undefined
let proxy: FaultProxy
let direct: pg.Client
beforeAll(async () => {
  if (!url) return
  proxy = await FaultProxy.start(url)
  direct = new pg.Client({ connectionString: url })
  await direct.connect()
})
afterAll(async () => {
  await proxy?.close()
  await direct?.end()
})

const name = `transaction_${process.pid}`
const states = async () => {
  const { rows } = await direct.query('select state from pg_stat_activity where application_name = $1', [
    name,
  ])
  return rows.map(({ state }) => state)
}
const named = async (statement: string): Promise<void> =>
  inOneTransaction(proxy.url, async (connections) => {
    const client = await connections.connect()
    await client.query(`set application_name = '${name}'`)
    await client.query(statement)
  })

test.skipIf(!isOnPostgres)(
  'a restore whose connection was lost without a sign fails, and leaves no table locked',
  async () => {
    const lost = named('select pg_sleep(1)')
    const failed = expect(lost).rejects.toThrow('Connection terminated')
    await expect.poll(states).toEqual(['active'])
    await proxy.set('half-open')
    await expect.poll(states).toEqual(['idle in transaction'])
    await proxy.set('pass')
    await failed
    await expect.poll(states).toEqual([])
  },
)

test.skipIf(!isOnPostgres)('a long statement is waited for', async () => {
  await named('select pg_sleep(5)')
})

test.skipIf(!isOnPostgres)(
  'PostgreSQL is notified of a transaction that works on something else',
  async () => {
    const lastHeard = async () => {
      const { rows } = await direct.query(
        'select query_start::text as at from pg_stat_activity where application_name = $1',
        [name],
      )
      return rows[0]?.at
    }
    await inOneTransaction(proxy.url, async (connections) => {
      const client = await connections.connect()
      await client.query(`set application_name = '${name}'`)
      const first = await lastHeard()
      await expect.poll(lastHeard).not.toBe(first)
    })
  },
)
