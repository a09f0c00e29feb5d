import type { FormId, UserId } from '@fleetdeck/contract/ids'
import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'
import { users } from './users.ts'

/** Forms that users built and saved. */
export const forms = pgTable(
  'forms',
  {
    id: integer().$type<FormId>().primaryKey().generatedAlwaysAsIdentity(),
    formName: text().notNull(),
    ownerId: integer()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** JSON Schema with a part for the layout; validated by the contract. */
    content: jsonb().notNull(),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [uniqueIndex('forms_name').on(t.ownerId, t.formName)],
)
