import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

export const posts = pgTable(
  'posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
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
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: integer()
      .notNull()
      .references(() => posts.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.postId] }), index().on(t.postId)],
)

/** What a user's devices start from, where it differs from the site's defaults. */
export const userCloudSettings = pgTable('user_cloud_settings', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  projection: jsonb().$type<Record<string, string>>().notNull().default({}),
  control: jsonb().$type<Record<string, string>>().notNull().default({}),
  gmtModified: gmtModified(),
})

/** Long work of a user, under way or ended: every server can tell how far it is. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Random, as the console names it. */
    jobId: text().notNull(),
    /** What kind of work it is. */
    kind: text().notNull(),
    ownerId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    /** Rows, devices … */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    result: jsonb(),
    createdAt: createdAt(),
    /** A running job that has been silent for long has died with its server. */
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('jobs_job').on(t.jobId), index().on(t.createdAt)],
)
