import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Whether the row `other` of data_items is in the group and has the content with this MD5. Where a group was empty when
 * statistics were made, PostgreSQL expects one row from every index that begins with the group, and may read the whole
 * group for each content. "+ 0" leaves it the index that begins with the content.
 */
export const isEqual = (groupId: SQLWrapper | number, md5: SQLWrapper): SQL =>
  sql`(md5(other.content) = ${md5} and other.group_id + 0 = ${groupId})`
