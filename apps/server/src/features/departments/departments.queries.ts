import type { DepartmentDraft } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import type { DepartmentId } from '@fleetdeck/contract/ids'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { departmentsBelow, departmentsWithin, type Scope, usersWithin } from '../../access/data-scope.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { users } from '../../platform/db/schema/users.ts'

type Draft = z.output<typeof DepartmentDraft>

const row = {
  id: departments.id,
  parentId: departments.parentId,
  deptName: departments.deptName,
  orderNum: departments.orderNum,
  leader: departments.leader,
  phone: departments.phone,
  email: departments.email,
  status: departments.status,
  userCount: sql<number>`coalesce(people.count, 0)`.mapWith(Number),
  createdAt: departments.createdAt,
}

interface Filter {
  deptName?: string | undefined
  status?: number | undefined
  excludeId?: DepartmentId | undefined
}

/** With the number of their users, counted in one query. */
const select = (db: Db) =>
  db
    .select(row)
    .from(departments)
    .leftJoin(
      sql`(select dept_id, count(*) from users where deleted_at is null group by dept_id) as people`,
      sql`people.dept_id = ${departments.id}`,
    )

export const listDepartments = (db: Db, scope: Scope, { deptName, status, excludeId }: Filter = {}) =>
  select(db)
    .where(
      and(
        departmentsWithin(scope, departments.id),
        filterBy.NAME(departments.deptName, deptName),
        filterBy.EQ(departments.status, status),
        excludeId ? sql`${departments.id} not in (${departmentsBelow(excludeId)})` : undefined,
      ),
    )
    .orderBy(asc(departments.orderNum), asc(departments.id))

/** The departments of the scope, and those of users whom it shows. */
export const listDepartmentsOfUsers = (db: Db, scope: Scope) =>
  select(db)
    .where(
      scope === 'all'
        ? undefined
        : or(
            departmentsWithin(scope, departments.id),
            inArray(
              departments.id,
              db.select({ id: users.deptId }).from(users).where(usersWithin(scope, users)),
            ),
          ),
    )
    .orderBy(asc(departments.orderNum), asc(departments.id))

export async function findDepartment(db: Db, scope: Scope, id: DepartmentId) {
  const [found] = await select(db).where(
    and(eq(departments.id, id), departmentsWithin(scope, departments.id)),
  )
  return found
}

export async function allDepartmentsVisible(db: Db, scope: Scope, ids: DepartmentId[]) {
  const where = and(inArray(departments.id, ids), departmentsWithin(scope, departments.id))
  return (await db.$count(departments, where)) === new Set(ids).size
}

export const insertDepartment = (db: Db, draft: Draft) => db.insert(departments).values(draft)

export async function isBelow(db: Db, id: DepartmentId, ancestor: DepartmentId) {
  return (
    (await db.$count(
      departments,
      and(eq(departments.id, id), sql`${departments.id} in (${departmentsBelow(ancestor)})`),
    )) > 0
  )
}

export const hasEnabledBelow = async (db: Db, id: DepartmentId) =>
  (await db.$count(
    departments,
    and(
      sql`${departments.id} in (${departmentsBelow(id)})`,
      sql`${departments.id} <> ${id}`,
      eq(departments.status, Status.on),
    ),
  )) > 0

const above = (id: DepartmentId) => sql`
  with recursive above as (
    select parent_id from departments where id = ${id}
    union select parent.parent_id from departments parent join above on parent.id = above.parent_id
  ) select parent_id from above where parent_id is not null`

/** A disabled department above this one that is not within the scope. */
export async function disabledAboveOutside(db: Db, scope: Scope, id: DepartmentId) {
  if (scope === 'all') return undefined
  const outside = sql`not (${departmentsWithin(scope, departments.id)})`
  const where = and(sql`${departments.id} in (${above(id)})`, eq(departments.status, Status.off), outside)
  const [found] = await db.select({ deptName: departments.deptName }).from(departments).where(where)
  return found
}

/** Enabling a department enables all above it. */
export const updateDepartment = (db: Db, id: DepartmentId, draft: Draft) =>
  db.transaction(async (tx) => {
    await tx.update(departments).set(draft).where(eq(departments.id, id))
    if (draft.status !== Status.on) return
    await tx
      .update(departments)
      .set({ status: Status.on })
      .where(and(sql`${departments.id} in (${above(id)})`, eq(departments.status, Status.off)))
  })

export const updateOrders = (db: Db, orders: { id: DepartmentId; orderNum: number }[]) =>
  db.transaction(async (tx) => {
    for (const { id, orderNum } of orders)
      await tx.update(departments).set({ orderNum }).where(eq(departments.id, id))
  })

export const childCount = (db: Db, id: DepartmentId) => db.$count(departments, eq(departments.parentId, id))

export const userCount = (db: Db, id: DepartmentId) =>
  db.$count(users, and(eq(users.deptId, id), isNull(users.deletedAt)))

/** Users who were removed earlier lose their department. */
export const deleteDepartment = (db: Db, id: DepartmentId) =>
  db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ deptId: null })
      .where(and(eq(users.deptId, id), sql`${users.deletedAt} is not null`))
    await tx.delete(departments).where(eq(departments.id, id))
  })
