import type { PageRequest } from '@fleetdeck/contract/endpoint'
import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
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

export async function listDesigns(
  db: Db,
  scope: Scope,
  query: PageRequest & { name?: string | undefined; tenantId?: number | undefined },
) {
  const name = query.name ? containing(query.name) : undefined
  const where = and(
    ownedWithin(scope, dynamicTables.tenantId),
    name ? or(ilike(dynamicTables.tableName, name), ilike(dynamicTables.tableNameEn, name)) : undefined,
    query.tenantId ? eq(dynamicTables.tenantId, query.tenantId) : undefined,
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select(row)
    .from(dynamicTables)
    .innerJoin(users, eq(users.id, dynamicTables.tenantId))
    .where(where)
    .orderBy(...orderOf(query, row, dynamicTables.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(dynamicTables, where) }
}

export async function findDesign(db: Db, scope: Scope, id: number) {
  const [found] = await db
    .select(row)
    .from(dynamicTables)
    .innerJoin(users, eq(users.id, dynamicTables.tenantId))
    .where(and(eq(dynamicTables.id, id), ownedWithin(scope, dynamicTables.tenantId)))
  return found
}

/** A tenant's own, by English name. */
export async function findDesignNamed(db: Db, tenantId: number, name: string): Promise<Design | undefined> {
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
export async function lockDesign(tx: Db, id: number): Promise<Design | undefined> {
  const [found] = await tx.select().from(dynamicTables).where(eq(dynamicTables.id, id)).for('update')
  return found
}

export async function insertDesign(tx: Db, design: Omit<Design, 'id'>): Promise<Design> {
  const [added] = await tx.insert(dynamicTables).values(design).returning()
  return added as Design
}

export const updateDesign = (tx: Db, id: number, change: Partial<Omit<Design, 'id' | 'tenantId'>>) =>
  tx.update(dynamicTables).set(change).where(eq(dynamicTables.id, id))

export const deleteDesigns = (tx: Db, ids: number[]) =>
  tx.delete(dynamicTables).where(inArray(dynamicTables.id, ids)).returning({ id: dynamicTables.id })

export async function allDesignsVisible(db: Db, scope: Scope, ids: number[]) {
  const where = and(inArray(dynamicTables.id, ids), ownedWithin(scope, dynamicTables.tenantId))
  return (await db.$count(dynamicTables, where)) === new Set(ids).size
}

export async function userVisible(db: Db, scope: Scope, id: number) {
  return (await db.$count(users, and(eq(users.id, id), ownedWithin(scope, users.id)))) === 1
}

export const countDesigns = (db: Db, tenantId: number) =>
  db.$count(dynamicTables, eq(dynamicTables.tenantId, tenantId))

/** Creates the tables of all designs in the database, for example after a restore. */
export async function createDynamicTables(db: Db): Promise<void> {
  const designs: Design[] = await db.select().from(dynamicTables).orderBy(dynamicTables.id)
  for (const design of designs) await createTable(db, design, design.columns)
}
