import type { forms as calls } from '@fleetdeck/contract/forms'
import type { FormId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { forms } from '../../platform/db/schema/forms.ts'
import { users } from '../../platform/db/schema/users.ts'

const row = {
  id: forms.id,
  formName: forms.formName,
  ownerId: forms.ownerId,
  userName: users.userName,
  partCount: sql<number>`jsonb_array_length(jsonb_path_query_array(${forms.content}, 'strict $.ui.layout.**.kind'))`,
  createdAt: forms.createdAt,
  gmtModified: forms.gmtModified,
}

const crud = crudQueries({
  table: forms,
  rows: (db: Db) => db.select(row).from(forms).innerJoin(users, eq(users.id, forms.ownerId)).$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, forms.ownerId),
  where: ({ formName }: z.output<typeof calls.list.query>) => filterBy.LIKE(forms.formName, formName),
  refusals: { forms_name: 'formNameTaken' },
})

/** Forms of these ids with their content. */
const find = async (db: Db, scope: Scope, ids: FormId[]) =>
  db
    .select({ ...row, content: forms.content })
    .from(forms)
    .innerJoin(users, eq(users.id, forms.ownerId))
    .where(and(inArray(forms.id, ids), ownedWithin(scope, forms.ownerId)))

export const formQueries = { ...crud, find }
