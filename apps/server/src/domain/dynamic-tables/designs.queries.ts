import type { DynamicTableId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { dynamicTables } from '../../platform/db/schema/dynamic-tables.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Design } from './design.ts'
import { createTable } from './physical.queries.ts'

const row = {
  id: dynamicTables.id,
  tenantId: dynamicTables.tenantId,
  userName: users.userName,
  tableName: dynamicTables.tableName,
  tableNameEn: dynamicTables.tableNameEn,
  columns: dynamicTables.columns,
  lastColumnNo: dynamicTables.lastColumnNo,
  gmtModified: dynamicTables.gmtModified,
}

export const designQueries = crudQueries({
  table: dynamicTables,
  rows: (db: Db) =>
    db.select(row).from(dynamicTables).innerJoin(users, eq(users.id, dynamicTables.tenantId)).$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, dynamicTables.tenantId),
  where: ({ name, tenantId }: { name?: string | undefined; tenantId?: UserId | undefined }) =>
    and(
      name
        ? or(filterBy.LIKE(dynamicTables.tableName, name), filterBy.LIKE(dynamicTables.tableNameEn, name))
        : undefined,
      filterBy.EQ(dynamicTables.tenantId, tenantId),
    ),
})

export const findDesign = async (db: Db, scope: Scope, id: DynamicTableId) =>
  (await designQueries.find(db, scope, [id]))[0]

/** A tenant's own, by English name. */
export async function findDesignNamed(db: Db, tenantId: UserId, name: string): Promise<Design | undefined> {
  const [found] = await db
    .select()
    .from(dynamicTables)
    .where(
      and(
        eq(dynamicTables.tenantId, tenantId),
        eq(sql`lower(${dynamicTables.tableNameEn})`, name.toLowerCase()),
      ),
    )
  return found
}

/** Locked until the transaction ends, so that changes of one table take turns. */
export async function lockDesign(tx: Db, id: DynamicTableId): Promise<Design | undefined> {
  const [found] = await tx.select().from(dynamicTables).where(eq(dynamicTables.id, id)).for('update')
  return found
}

export async function insertDesign(tx: Db, design: Omit<Design, 'id'>): Promise<Design> {
  return insertedRow(await tx.insert(dynamicTables).values(design).returning())
}

export const updateDesign = (tx: Db, id: DynamicTableId, change: Partial<Omit<Design, 'id' | 'tenantId'>>) =>
  tx.update(dynamicTables).set(change).where(eq(dynamicTables.id, id))

export const deleteDesigns = (tx: Db, ids: DynamicTableId[]) =>
  tx.delete(dynamicTables).where(inArray(dynamicTables.id, ids)).returning({ id: dynamicTables.id })

export const countDesigns = (db: Db, tenantId: UserId) =>
  db.$count(dynamicTables, eq(dynamicTables.tenantId, tenantId))

/** Creates the tables of all designs in the database, for example after a restore. */
export async function createDynamicTables(db: Db): Promise<void> {
  const designs: Design[] = await db.select().from(dynamicTables).orderBy(dynamicTables.id)
  for (const design of designs) await createTable(db, design, design.columns)
}
