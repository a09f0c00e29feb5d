import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from '../db/db.ts'
import { quoted } from './dump.ts'
import type { Manifest, TablePart } from './manifest.ts'
import type { Connections } from './one-transaction.ts'

const maxRows = 1000
const maxCharacters = 4 * 1024 * 1024

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Fills an empty database whose schema is that of the backup. All or nothing. */
export async function loadTables(
  pool: Connections,
  folder: string,
  { manifest, createDynamicTables }: { manifest: Manifest; createDynamicTables: (db: Db) => Promise<void> },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Rows refer to each other in any order: foreign keys are checked after all are inserted.
    const { rows: keys } = await client.query<ForeignKey>(
      `select format('%I.%I', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where k.contype = 'f' and k.conparentid = 0 and n.nspname = 'public'`,
    )
    for (const { table, name } of keys)
      await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
    for (const part of manifest.tables.filter(({ schema }) => schema === 'public'))
      await loadTable(client, folder, part)
    const db = drizzle(client, { casing: 'snake_case' })
    await createDynamicTables(db)
    for (const part of manifest.tables.filter(({ schema }) => schema === 'dynamic'))
      await loadTable(client, folder, part)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    for (const { name, last } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint)', [name, last])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function loadTable(client: pg.PoolClient, folder: string, part: TablePart): Promise<void> {
  const { schema, table, entry, rows } = part
  const target = `${quoted(schema)}.${quoted(table)}`
  await client.query(`delete from ${target}`)
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [target],
  )
  const names = columns.map(({ name }) => name).join(', ')
  const statement = `insert into ${target} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${target}, $1::json)`
  let loaded = 0
  for await (const lines of batchesOf(path.join(folder, entry))) {
    await client.query(statement, [`[${lines.join(',')}]`])
    loaded += lines.length
  }
  if (loaded !== rows) throw new Error(`${table} has ${loaded} rows instead of ${rows}`)
}

async function* batchesOf(file: string): AsyncGenerator<string[]> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })
  let batch: string[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    characters += line.length
    if (batch.length < maxRows && characters < maxCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length) yield batch
}
