import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import type pg from 'pg'
import { ScriptSigner } from '../../../../apps/server/src/domain/scripts/script-signer.ts'
import { claimKeyId } from '../../../../apps/server/src/platform/seals/sealed-columns.queries.ts'
import { addUser, type TestSite } from './test-site.ts'

interface Column {
  name: string
  type: string
  /** `table.column` that it refers to. */
  refersTo: string | null
}

const byType: Record<string, string> = {
  ARRAY: `'{}'`,
  jsonb: `'{}'::jsonb`,
  boolean: 'false',
  bytea: `'\\x00'::bytea`,
  date: 'current_date',
  'timestamp with time zone': 'now()',
}

/** A site as users fill it: a phone with a task that runs, and a table of their own; then a row in every other table. */
export async function fillEveryTable(site: TestSite, pool: pg.Pool): Promise<void> {
  const { admin } = site
  await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.enrol('phone-1')
  const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
  await admin.call(devices.addAssDevice, { body })
  await admin.call(platforms.add, { body: { platformName: 'Android' } })
  const script = { scriptName: 'Hello', platformId: 1, version: '1', content: `logi('hello')` }
  const { id: scriptId } = await admin.call(scripts.add, { body: script })
  const task = { taskName: 'Daily', scriptId, execType: 1 as const, devices: ['A1'] }
  const { id } = await admin.call(tasks.add, { body: { ...task, scheduleType: ScheduleType.now } })
  await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
  const columns = [{ columnName: 'name', columnInfo: 'Name', sequence: 1 }]
  await admin.call(dynamicTables.add, { body: { tableName: 'Accounts', tableNameEn: 'accounts', columns } })
  await admin.call(dynamicData.add, { params: { tableId: 1 }, body: { values: { name: 'ann' } } })
  await site.metrics.sample()
  // Whose second factors the rows of other tables are.
  await addUser(site, { userName: 'bob' })
  await site.flush()
  await ScriptSigner.open(site.deps.db, site.deps.seal)
  await claimKeyId(site.deps.db, site.deps.seal.keyId)
  await fillOthers(pool)
}

async function fillOthers(pool: pg.Pool): Promise<void> {
  let left = await emptyTables(pool)
  let failures: string[] = []
  for (let before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before; ) {
    before = left.length
    failures = []
    for (const table of left)
      await fill(pool, table).catch((error: Error) => failures.push(`${table}: ${error.message}`))
    left = await emptyTables(pool)
  }
  if (left.length) throw new Error(`without a row:\n${failures.join('\n')}`)
}

async function emptyTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables join pg_class on oid = format('public.%I', tablename)::regclass
     where schemaname = 'public' and not relispartition order by 1`,
  )
  const empty = []
  for (const { name } of rows) {
    const found = await pool.query(`select 1 from "${name}" limit 1`)
    if (found.rows.length === 0) empty.push(name)
  }
  return empty
}

async function fill(pool: pg.Pool, table: string): Promise<void> {
  const { rows: columns } = await pool.query<Column>(
    `select c.column_name as name, c.data_type as type,
       (select f.confrelid::regclass || '.' || r.attname from pg_constraint f
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
          join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[1]
        where f.contype = 'f' and f.conrelid = $1::text::regclass and cardinality(f.conkey) = 1 and a.attname = c.column_name
        limit 1) as "refersTo"
     from information_schema.columns c
     where c.table_schema = 'public' and c.table_name = $1::text and c.is_nullable = 'NO' and c.column_default is null
       and c.is_identity = 'NO' and c.is_generated = 'NEVER'`,
    [table],
  )
  const values = columns.map(sampleOf)
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  await pool.query(
    columns.length
      ? `insert into "${table}" (${list}) values (${values.join(', ')})`
      : `insert into "${table}" default values`,
  )
}

function sampleOf({ type, refersTo }: Column): string {
  if (refersTo) {
    const [target, column] = refersTo.split('.')
    return `(select "${column}" from ${target} order by 1 desc limit 1)`
  }
  if (/int|numeric|double|real/.test(type)) return '1'
  return byType[type] ?? `'x'`
}
