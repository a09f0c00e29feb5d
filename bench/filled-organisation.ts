import { changedPassword } from '@fleetdeck/testing/server/http-client'
import { sql } from 'drizzle-orm'
import { hashPassword } from '../apps/server/src/platform/core/passwords.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { seed } from '../apps/server/src/platform/db/seed/seed.ts'
import { openSeal } from '../apps/server/src/platform/seals/open-seal.ts'
import type { Where } from './databases.ts'

/** Departments on each of the eight levels: 2,000 in all. */
const levels = [1, 7, 30, 100, 250, 400, 500, 712]
const roleCount = 500
/** Departments in one role's custom scope. */
const opened = 20
export const userCount = 100_000
/** Holds three of the roles. */
export const operatorName = 'operator'

/** A site with users in departments eight levels deep, and roles that each include some of the departments. */
export async function fillOrganisation(where: Where): Promise<void> {
  const open = await openDb(where)
  const seal = await openSeal(open.db, where)
  const { db } = open
  await seed(db, seal, changedPassword)
  const hash = await hashPassword(changedPassword)
  await db.execute(sql`update users set password_hash = ${hash}, must_change_password = false`)
  const parents = parentsByLevel()
  await db.execute(sql`
    insert into departments (parent_id, dept_name, order_num)
    select parent, 'Department ' || n, n
    from unnest(${sql.param(parents)}::int[]) with ordinality as rows(parent, n)`)
  await db.execute(sql`
    insert into roles (role_name, role_key, role_sort, data_scope, owner_id)
    select 'Role ' || n, 'role' || n, 10 + n, 2, 1 from generate_series(1, ${roleCount}::int) n`)
  await db.execute(sql`
    insert into role_departments (role_id, dept_id)
    select distinct roles.id, 2 + (roles.id * 7919 + n * 104729) % 1999
    from roles, generate_series(1, ${opened}::int) n where role_key like 'role%'`)
  await db.execute(sql`
    insert into role_menus (role_id, menu_id)
    select roles.id, menus.id from roles, menus where role_key like 'role%' and (roles.id + menus.id) % 3 > 0`)
  await db.execute(sql`
    insert into role_menus (role_id, menu_id) select roles.id, menus.id from roles, menus
    where role_key in ('role1', 'role2', 'role3') on conflict do nothing`)
  await db.execute(sql`
    insert into users (user_name, nick_name, password_hash, dept_id, phone, email, con_secret, parent_id)
    select 'user' || n, 'Nick ' || n, ${hash}, 1 + (n * 7919::bigint) % 2000, (13000000000 + n)::text,
      'user' || n || '@example.org', md5(n::text), 1
    from generate_series(1, ${userCount}::int) n`)
  await db.execute(sql`
    insert into user_roles (user_id, role_id)
    select users.id, 5 + (users.id * 31 + n) % ${roleCount} from users, generate_series(0, 1) n where id > 1`)
  await db.execute(sql`insert into user_posts (user_id, post_id) select id, 1 + id % 2 from users`)
  await db.execute(sql`
    insert into users (user_name, nick_name, password_hash, dept_id, con_secret)
    values (${operatorName}, 'Operator', ${hash}, 100, 'operator')`)
  await db.execute(sql`
    insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
    where user_name = ${operatorName} and role_key in ('role1', 'role2', 'role3')`)
  await db.execute(sql`analyze`)
  await open.close()
}

/** Ids start at 1, the department that every site has; null means no parent. */
function parentsByLevel(): number[] {
  const parents: number[] = []
  let [start, size] = [1, 1]
  for (const wanted of levels.slice(1)) {
    const first = start + size
    for (let n = 0; n < wanted; n += 1) parents.push(start + (n % size))
    ;[start, size] = [first, wanted]
  }
  return parents
}
