import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Whether the row `other` of data_items is in the group and has the content with this MD5. Where a group was empty when
 * statistics were made, PostgreSQL expects one row from every index that begins with the group, and may read the whole
 * group for each content. "+ 0" leaves it the index that begins with the content.
 */
export const isEqual = (groupId: SQLWrapper | number, md5: SQLWrapper): SQL =>
  sql`(md5(other.content) = ${md5} and other.group_id + 0 = ${groupId})`

/**
 * Whether the group has an item with the content with this MD5. Where statistics say that most items have the same
 * content, PostgreSQL expects to find one immediately and reads the whole table for each content that is new. The order
 * is that of the index data_items_once, the only one that gives it without sorting.
 */
export const hasEqual = (groupId: SQLWrapper | number, md5: SQLWrapper, and: SQL = sql``): SQL =>
  sql`((select other.id from data_items other where ${isEqual(groupId, md5)} ${and}
    order by other.group_id, (case when other.dedupe = 0 then 0 else other.id end) limit 1) is not null)`
