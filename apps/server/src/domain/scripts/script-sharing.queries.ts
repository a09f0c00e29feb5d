import { UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { scripts, scriptUsers } from '../../platform/db/schema/scripts.ts'

/** The built-in account: its library is available to every user. */
const siteOwnerId = UserId.parse(1)

/** The caller, and the scope in which the caller may change rows. */
export interface Viewer {
  userId: UserId
  scope: Scope
}

/** The user and all users above. */
const peopleAbove = (userId: UserId): SQL => sql`
  with recursive above as (
    select id, parent_id from users where id = ${userId}
    union select parent.id, parent.parent_id from users parent join above on parent.id = above.parent_id
  ) select id from above`

export const scriptsWithin = (scope: Scope) => ownedWithin(scope, scripts.tenantId)

/** Scripts of other users: those shared with a user, and the libraries of users above. */
export const scriptsSharedWith = (userId: UserId): SQL | undefined =>
  or(
    inArray(
      scripts.id,
      sql`(select ${scriptUsers.scriptId} from ${scriptUsers} where ${scriptUsers.userId} = ${userId})`,
    ),
    and(
      eq(scripts.isShared, true),
      or(eq(scripts.tenantId, siteOwnerId), inArray(scripts.tenantId, sql`(${peopleAbove(userId)})`)),
    ),
  )

/** Scripts that a user may run: their own, those shared with them, and the libraries of users above. */
export const scriptsUsableBy = ({ userId, scope }: Viewer): SQL | undefined =>
  scope === 'all' ? undefined : or(scriptsWithin(scope), scriptsSharedWith(userId))
