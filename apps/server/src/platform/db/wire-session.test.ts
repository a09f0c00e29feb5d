import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenDb, overEmbedded } from './open-db.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'
import { WireSession } from './wire-session.ts'

let open: OpenDb
let pool: pg.Pool
beforeAll(async () => {
  open = overEmbedded(await EmbeddedPostgres.open({}))
  pool = open.pool
})
afterAll(() => open.close())
beforeEach(() => pool.query('drop table if exists notes; create table notes (id int primary key, body text)'))

const failingStatements: [phase: string, state: string, text: string, values: unknown[]][] = [
  ['parsed', '42601', 'selec $1::int', [1]],
  ['planned', '42P01', 'select * from nowhere where id = $1', [1]],
  ['bound to its values', '22P02', 'select $1::int as n', ['no number']],
  ['executed', '22012', 'select 1 / $1::int as n', [0]],
  ['executed after some rows', '22012', 'select 1 / (3 - n) from generate_series(1, $1::int) n', [5]],
  ['run without values', '22012', 'select 1 / 0', []],
]

test.each(failingStatements)(
  'a statement that fails when it is %s returns its error, and the next one works',
  async (_, state, text, values) => {
    const client = await pool.connect()
    try {
      await expect(client.query(text, values)).rejects.toMatchObject({ code: state })
      expect((await client.query('select $1::int + 1 as n', [1])).rows).toEqual([{ n: 2 }])
    } finally {
      client.release()
    }
  },
)

test('a prepared statement that failed once can be run again', async () => {
  const client = await pool.connect()
  try {
    const divide = (by: number) =>
      client.query({ name: 'divide', text: 'select 6 / $1::int as n', values: [by] })
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(3)).rows).toEqual([{ n: 2 }])
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(2)).rows).toEqual([{ n: 3 }])
  } finally {
    client.release()
  }
})

test('a failed statement aborts its transaction, and the connection can be used afterwards', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('insert into notes values ($1, $2)', [1, 'lost'])
    await expect(client.query('insert into notes values ($1, $2)', [1, 'twice'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'notes_pkey',
    })
    await expect(client.query('select $1::int', [1])).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
    await client.query('insert into notes values ($1, $2)', [2, 'kept'])
    expect((await client.query('select id from notes')).rows).toEqual([{ id: 2 }])
  } finally {
    client.release()
  }
})

test('a savepoint may fail without the rest of its transaction', async () => {
  await open.db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values (1, 'kept')`)
    await tx.transaction((part) => part.execute(sql`insert into notes values (1, 'twice')`)).catch(() => {})
    await tx.execute(sql`insert into notes values (2, 'kept')`)
  })
  expect((await pool.query('select id from notes order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('fifty concurrent queries, every third of them failing, each get their own answer', async () => {
  const divisors = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? 0 : index))
  const ask = (by: number) => pool.query('select $1::int as asked, 1000 / $1::int as n', [by])
  const answers = await Promise.allSettled(divisors.map(ask))
  for (const [index, answer] of answers.entries()) {
    const by = divisors[index] as number
    if (by === 0) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(answer).toMatchObject({ value: { rows: [{ asked: by, n: Math.trunc(1000 / by) }] } })
  }
})

test('a connection dropped in the middle of a transaction leaves nothing to the next one', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query("insert into notes values (1, 'half done')")
  await client.query("set application_name to 'left over'")
  await client.query('create temp table scratch (id int)')
  await client.query('select pg_advisory_lock(4711)')
  await client.query({ name: 'left', text: 'select 1' })
  client.release(true)

  const { rows } = await pool.query(`select (select count(*)::int from notes) as notes,
    current_setting('application_name') as name, to_regclass('scratch') as scratch,
    (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
    (select count(*)::int from pg_prepared_statements where name = 'left') as prepared`)
  expect(rows).toEqual([{ notes: 0, name: '', scratch: null, locks: 0, prepared: 0 }])
})

test('connections open and close a hundred times, half of them after a failure', async () => {
  for (let round = 0; round < 100; round += 1) {
    const client = await pool.connect()
    const answer = client.query('select 10 / $1::int as n', [round % 2])
    if (round % 2) expect((await answer).rows).toEqual([{ n: 10 }])
    else await expect(answer).rejects.toMatchObject({ code: '22012' })
    client.release(true)
  }
})

test('values of a megabyte arrive complete, one at a time and concurrently', async () => {
  const megabyte = 1024 * 1024
  const text = 'größe–中'.repeat(megabyte / 8).slice(0, megabyte)
  const bytes = Buffer.alloc(megabyte, 7)
  const { rows } = await pool.query('select $1::text as text, $2::bytea as bytes', [text, bytes])
  expect(rows[0].text === text).toBe(true)
  expect(bytes.equals(rows[0].bytes)).toBe(true)
  await Promise.all(
    Array.from({ length: 8 }, (_, id) => pool.query('insert into notes values ($1, $2)', [id, text])),
  )
  const kept = await pool.query('select body from notes')
  expect(kept.rows.filter(({ body }) => body === text)).toHaveLength(8)
})

test('a failed query of a megabyte does not affect the next', async () => {
  await expect(pool.query('select $1::int', ['x'.repeat(1024 * 1024)])).rejects.toMatchObject({
    code: '22P02',
  })
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('messages may arrive in chunks of any size', () => {
  const seen: string[] = []
  const wire = new WireSession((message) => {
    seen.push(String.fromCharCode(message[0] || 0x30) + message.byteLength)
    return Uint8Array.of(0x5a, 0, 0, 0, 5, 0x49)
  })
  const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])
  const query = Buffer.from([0x51, 0, 0, 0, 6, 0x78, 0])
  const sync = Buffer.from([0x53, 0, 0, 0, 4])
  wire.connect()
  let answered = 0
  for (const byte of Buffer.concat([startup, query, sync]))
    answered += wire.receive(Uint8Array.of(byte)).byteLength
  expect(seen).toEqual(['08', 'Q7', 'S5'])
  expect(answered).toBe(18)
  wire.receive(Buffer.concat([query, sync, query]))
  expect(seen.slice(3)).toEqual(['Q7', 'S5', 'Q7'])
})
