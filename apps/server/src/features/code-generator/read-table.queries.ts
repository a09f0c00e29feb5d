import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { ColumnInfo } from '../../platform/db/schema/code-generator.ts'

export interface DatabaseColumn {
  name: string
  comment: string
  /** As the database formats it. */
  columnType: string
  isKey: boolean
  isNullable: boolean
  info: ColumnInfo
}
export interface DatabaseTableInfo {
  name: string
  comment: string
  columns: DatabaseColumn[]
}

interface ColumnRow extends Record<string, unknown> {
  name: string
  comment: string | null
  column_type: string
  type: string
  modifier: number
  not_null: boolean
  default_sql: string | null
  identity: string
  generated: string
  is_key: boolean
  keys: number
  references_table: string | null
  references_column: string | null
  references_by: string | null
  uniques: { name: string; columns: string[] }[] | null
}

/** A table of the program's own schema as the database has it now; undefined when it does not exist. */
export async function readTable(db: Db, tableName: string): Promise<DatabaseTableInfo | undefined> {
  const { rows: tables } = await db.execute<{ oid: number; comment: string | null }>(sql`
    select c.oid::int as oid, obj_description(c.oid, 'pg_class') as comment
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname = ${tableName}`)
  const [table] = tables
  if (!table) return undefined
  const { rows } = await db.execute<ColumnRow>(sql`
    select a.attname as name, col_description(a.attrelid, a.attnum) as comment,
      format_type(a.atttypid, a.atttypmod) as column_type, t.typname as type, a.atttypmod as modifier,
      a.attnotnull as not_null, pg_get_expr(d.adbin, d.adrelid) as default_sql,
      a.attidentity as identity, a.attgenerated as generated,
      coalesce(a.attnum = any(k.conkey), false) as is_key, coalesce(cardinality(k.conkey), 0) as keys,
      (select f.relname from pg_constraint r join pg_class f on f.oid = r.confrelid
        where r.conrelid = a.attrelid and r.contype = 'f' and r.conkey = array[a.attnum] limit 1)
        as references_table,
      (select f.attname from pg_constraint r
          join pg_attribute f on f.attrelid = r.confrelid and f.attnum = r.confkey[1]
        where r.conrelid = a.attrelid and r.contype = 'f' and r.conkey = array[a.attnum] limit 1)
        as references_column,
      (select r.conname from pg_constraint r
        where r.conrelid = a.attrelid and r.contype = 'f' and r.conkey = array[a.attnum] limit 1) as references_by,
      (select json_agg(json_build_object('name', x.relname, 'columns', (
          select json_agg(c.attname order by o.at) from unnest(u.indkey::int2[]) with ordinality o(num, at)
            join pg_attribute c on c.attrelid = u.indrelid and c.attnum = o.num
          where o.at <= u.indnkeyatts)) order by x.relname)
        from pg_index u join pg_class x on x.oid = u.indexrelid
        where u.indrelid = a.attrelid and u.indkey[0] = a.attnum and u.indisunique and not u.indisprimary
          and u.indpred is null and u.indexprs is null) as uniques
    from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
    where a.attrelid = ${table.oid} and a.attnum > 0 and not a.attisdropped order by a.attnum`)
  return { name: tableName, comment: table.comment ?? '', columns: rows.map(toColumn) }
}

const identities: Record<string, ColumnInfo['identity']> = { a: 'always', d: 'default' }

function toColumn(row: ColumnRow): DatabaseColumn {
  const { type, modifier } = row
  const isNumeric = type === 'numeric' && modifier > 4
  return {
    name: row.name,
    comment: row.comment ?? '',
    columnType: row.column_type,
    isKey: row.is_key && row.keys === 1,
    isNullable: !row.not_null,
    info: {
      // Generated columns are read-only.
      type: row.generated ? 'generated' : type,
      length: (type === 'varchar' || type === 'bpchar') && modifier > 4 ? modifier - 4 : null,
      precision: isNumeric ? ((modifier - 4) >> 16) & 0xffff : null,
      scale: isNumeric ? (modifier - 4) & 0x7ff : null,
      default: row.generated ? null : row.default_sql,
      identity: identities[row.identity] ?? '',
      references: row.references_table ?? '',
      referencesColumn: row.references_column ?? '',
      referencesBy: row.references_by ?? '',
      uniques: row.uniques ?? [],
    },
  }
}
