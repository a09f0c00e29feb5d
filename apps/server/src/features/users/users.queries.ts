import type { UserId } from '@fleetdeck/contract/ids'
import { mostCountedBelow, type UserQuery } from '@fleetdeck/contract/users'
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accountEndsAt, isAccountOff } from '../../access/account-line.queries.ts'
import { departmentsBelow, type Scope, usersWithin } from '../../access/data-scope.ts'
import { eachRow } from '../../platform/crud/each-row.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { buildOrder, containing, toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { users } from '../../platform/db/schema/users.ts'

const parents = alias(users, 'parents')

const row = {
  id: users.id,
  userName: users.userName,
  nickName: users.nickName,
  phone: users.phone,
  email: users.email,
  sex: users.sex,
  avatar: users.avatar,
  deptId: users.deptId,
  deptName: departments.deptName,
  parentId: users.parentId,
  parentName: parents.userName,
  userType: users.userType,
  status: users.status,
  builtIn: users.builtIn,
  // Bounds in place of an equation, as in userAndSubordinates(). The walk ends with the limit.
  usersBelow: sql<number>`(with recursive people as (
      select child.id from users child where child.parent_id >= ${users.id} and child.parent_id <= ${users.id}
      union select child.id from users child
        join people on child.parent_id >= people.id and child.parent_id <= people.id
    ) select count(*)::int from (select from people join users below on below.id = people.id
      where below.deleted_at is null limit ${mostCountedBelow}::int) counted)`,
  // Looked up per row by key: a join would read the roles of every user.
  roleNames: sql<string[]>`array(select (select role_name from roles where roles.id = user_roles.role_id)
    from user_roles where user_roles.user_id = ${users.id} order by role_id)`,
  postNames: sql<string[]>`array(select (select post_name from posts where posts.id = user_posts.post_id)
    from user_posts where user_posts.user_id = ${users.id} order by post_id)`,
  deviceNumber: users.deviceNumber,
  tenantExpireTime: users.tenantExpireTime,
  rateLimit: users.rateLimit,
  storageMegabytes: users.storageMegabytes,
  endsAt: accountEndsAt(users.id),
  isOffAbove: sql<boolean>`${isAccountOff(users.parentId)}`,
  deviceTotal: sql<number>`coalesce((select total from device_totals where user_id = ${users.id}), 0)`,
  remark: users.remark,
  storageBytes: sql<number>`((select coalesce(sum(size), 0) from stored_files where owner_id = ${users.id} and not temporary)
    + (select coalesce(sum(size), 0) from recordings where tenant_id = ${users.id})
    + (select coalesce(sum(bytes), 0) from caches where tenant_id = ${users.id}))::float8`,
  loginIp: users.loginIp,
  loginAt: users.loginAt,
  createdAt: users.createdAt,
}

const sortable = {
  id: users.id,
  userName: users.userName,
  nickName: users.nickName,
  deptName: sql`(select dept_name from departments where departments.id = ${users.deptId})`,
  phone: users.phone,
  email: users.email,
  status: users.status,
  userType: users.userType,
  deviceNumber: users.deviceNumber,
  tenantExpireTime: users.tenantExpireTime,
  loginAt: users.loginAt,
  createdAt: users.createdAt,
}

const details = (db: Db) =>
  db
    .select(row)
    .from(users)
    .leftJoin(departments, eq(departments.id, users.deptId))
    .leftJoin(parents, eq(parents.id, users.parentId))

type Filter = Omit<UserQuery, 'pageNum' | 'pageSize'> & { timeZone: string }

function conditions(scope: Scope, query: Filter): SQL | undefined {
  const pattern = query.userName && containing(query.userName)
  const given = (value: string | undefined, column: typeof users.phone | typeof users.email) =>
    value ? ilike(column, containing(value)) : undefined
  return and(
    isNull(users.deletedAt),
    usersWithin(scope, users),
    pattern ? or(ilike(users.userName, pattern), ilike(users.nickName, pattern)) : undefined,
    given(query.phone, users.phone),
    given(query.email, users.email),
    filterBy.EQ(users.status, query.status),
    query.userType ? eq(users.userType, Number(query.userType)) : undefined,
    query.deptId ? sql`${users.deptId} = any(array(${departmentsBelow(query.deptId)}))` : undefined,
    query.roleId
      ? sql`${users.id} in (select user_id from user_roles where role_id = ${query.roleId})`
      : undefined,
    query.parentId ? eq(users.parentId, query.parentId) : undefined,
    within(users.createdAt, query, query.timeZone),
  )
}

/** First the ids of the page, then its rows, so that names of roles and posts are read for these only. */
export async function listUsers(db: Db, scope: Scope, query: UserQuery & { timeZone: string }) {
  const where = conditions(scope, query)
  const { limit, offset } = toLimit(query)
  const page = await db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(...buildOrder(query, sortable, users.id))
    .limit(limit)
    .offset(offset)
  const ids = page.map(({ id }) => id)
  const found = ids.length ? await details(db).where(inArray(users.id, ids)) : []
  const byId = new Map(found.map((user) => [user.id, user]))
  return { list: ids.flatMap((id) => byId.get(id) ?? []), total: await db.$count(users, where) }
}

/** All users that match, newest first. */
export const eachUser = (db: Db, scope: Scope, query: Filter) =>
  eachRow({}, { sortable, id: users.id }, ({ after, orderBy, limit }) =>
    details(db)
      .where(and(conditions(scope, query), after))
      .orderBy(...orderBy)
      .limit(limit),
  )

/** The sealed enrolment key. */
export async function findKey(db: Db, scope: Scope, id: UserId): Promise<string | undefined> {
  const [found] = await db
    .select({ conSecret: users.conSecret })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), usersWithin(scope, users)))
  return found?.conSecret
}

export async function findUser(db: Db, scope: Scope, id: UserId) {
  const [found] = await details(db).where(
    and(eq(users.id, id), isNull(users.deletedAt), usersWithin(scope, users)),
  )
  return found
}
