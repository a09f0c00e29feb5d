import type { PhoneTables } from '@fleetdeck/contract/phone-tables'
import type { z } from 'zod'
import { type Design, fieldNamed } from '../../../domain/dynamic-tables/design.ts'
import { scriptCondition, scriptOrder, selectRows } from '../../../domain/dynamic-tables/rows.queries.ts'
import type { Db } from '../../../platform/db/db.ts'

type Sent = z.output<typeof PhoneTables.query> & { maxRows: number }

/** Rows as scripts see them: the id and every field, or only the requested ones. */
export async function queryRows(db: Db, design: Design, sent: Sent): Promise<object[]> {
  const names = wantedFields(design, sent.fields)
  const order = scriptOrder(design, sent.order)
  const choice = { ...order, where: scriptCondition(design, sent), ...pageWithin(order, sent) }
  if (choice.limit === 0) return []
  const found = await selectRows(db, design, choice)
  return found.map((row) =>
    Object.fromEntries(names.map((name) => [name, name === 'id' ? row.id : row.values[name]])),
  )
}

function wantedFields(design: Design, fields: string): string[] {
  const wanted = fields
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (wanted.length === 0 || (wanted.length === 1 && wanted[0] === '*'))
    return ['id', ...design.columns.map(({ columnName }) => columnName)]
  return wanted.map((name) => (name.toLowerCase() === 'id' ? 'id' : fieldNamed(design, name).columnName))
}

/** A page within the order clause's own limit. */
function pageWithin(
  { offset, limit = Number.MAX_SAFE_INTEGER }: { offset: number; limit: number | undefined },
  { pageNumber, pageSize, maxRows }: Sent,
) {
  const before = pageNumber < 1 ? 0 : (pageNumber - 1) * pageSize
  const size = pageNumber < 1 ? maxRows : Math.min(pageSize, maxRows)
  return { offset: offset + before, limit: Math.max(0, Math.min(size, limit - before)) }
}
