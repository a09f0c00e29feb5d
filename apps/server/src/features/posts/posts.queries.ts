import type { posts as calls } from '@fleetdeck/contract/posts'
import { and, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { posts } from '../../platform/db/schema/posts.ts'

const row = {
  ...getTableColumns(posts),
  userCount: sql<number>`(select count(*) from user_posts where user_posts.post_id = posts.id)`.mapWith(
    Number,
  ),
}

export const postQueries = crudQueries({
  table: posts,
  rows: (db: Db) => db.select(row).from(posts).$dynamic(),
  sortable: row,
  sorting: { orderByColumn: 'postSort', isAsc: 'asc' },
  where: ({ postCode, postName, status }: z.output<typeof calls.list.query>) =>
    and(
      filterBy.LIKE(posts.postCode, postCode),
      filterBy.NAME(posts.postName, postName),
      filterBy.EQ(posts.status, status),
    ),
  refusals: { posts_code: 'postCodeTaken', posts_name: 'postNameTaken', '23503': 'rowInUse' },
})
