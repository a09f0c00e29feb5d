import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { snake } from './names.ts'
import { schemaModules } from './source-files.ts'

/** A table of the program's schema: its file, and the names of its columns there. */
export interface KnownTable {
  /** File without its extension. */
  module: string
  exportName: string
  /** Property of each column, by column name. */
  properties: Map<string, string>
}

/** All tables of the schema by name. */
export async function knownTables(): Promise<Map<string, KnownTable>> {
  const known = new Map<string, KnownTable>()
  for (const [module, exported] of await schemaModules()) {
    for (const [exportName, table] of Object.entries(exported)) {
      if (!is(table, PgTable)) continue
      const columns = Object.entries(getTableColumns(table))
      const properties = columns.map(
        ([property, column]) => [column.keyAsName ? snake(property) : column.name, property] as const,
      )
      known.set(getTableName(table), {
        module,
        exportName,
        properties: new Map(properties),
      })
    }
  }
  return known
}
