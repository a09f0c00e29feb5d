import type { DepartmentId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, gmtModified } from './columns.ts'

export const departments = pgTable(
  'departments',
  {
    id: integer().$type<DepartmentId>().primaryKey().generatedAlwaysAsIdentity(),
    parentId: integer()
      .$type<DepartmentId>()
      .references((): AnyPgColumn => departments.id),
    deptName: text().notNull(),
    orderNum: integer().notNull().default(0),
    leader: text().notNull().default(''),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    status: smallint().notNull().default(0),
    createdAt: createdAt(),
    gmtModified: gmtModified(),
  },
  (t) => [
    index().on(t.parentId),
    uniqueIndex('departments_name').on(sql`coalesce(${t.parentId}, 0)`, t.deptName),
  ],
)
