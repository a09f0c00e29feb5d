import { firstRow } from '@fleetdeck/testing/site/first-row'
import { makeTable } from '../../domain/dynamic-tables/change-design.ts'
import { insertRows } from '../../domain/dynamic-tables/rows.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'

/** A dynamic table with one row. */
export async function addTables(db: Db, { tenant, ownerId }: Pick<TenantFixtures, 'tenant' | 'ownerId'>) {
  const column = { columnInfo: '名称', columnName: 'name', columnSize: 50, isSearched: true }
  const draft = { tableName: `${tenant} table`, tableNameEn: `${tenant}_table`, columns: [column] }
  const design = await makeTable(db, ownerId, draft)
  const added = await insertRows(db, design, [new Map([[1, `${tenant} row`]])])
  return { dynamicTableId: design.id, dynamicRowId: firstRow(added) }
}
