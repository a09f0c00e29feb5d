import type { PostId, UserId } from '@fleetdeck/contract/ids'
import { index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

export const posts = pgTable(
  'posts',
  {
    id: integer().$type<PostId>().primaryKey().generatedAlwaysAsIdentity(),
    postCode: text().notNull(),
    postName: text().notNull(),
    postSort: integer().notNull().default(0),
    status: smallint().notNull().default(0),
    remark: text().notNull().default(''),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('posts_code').on(t.postCode), uniqueIndex('posts_name').on(t.postName)],
)

export const userPosts = pgTable(
  'user_posts',
  {
    userId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: integer()
      .$type<PostId>()
      .notNull()
      .references(() => posts.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.postId] }), index().on(t.postId)],
)
