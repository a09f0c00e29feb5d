import { z } from 'zod'
import { idParam, pageOf, pageShape } from './endpoint.ts'

/** A row of another table that a column holds the number of. */
export const LinkedRow = z.object({ id: z.number(), label: z.string() })
export type LinkedRow = z.output<typeof LinkedRow>

export const LinkedQuery = z.strictObject({
  /** This row alone. */
  id: idParam.optional(),
  /** Part of the label. */
  search: z.string().trim().max(200).optional(),
  pageNum: pageShape.pageNum,
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
})
export type LinkedQuery = z.output<typeof LinkedQuery>

/** The call of a table that answers the rows which one of its columns can name: for those who may see its list. */
export const linkedRows = <const Base extends string, const Name extends string>(base: Base, name: Name) =>
  ({
    method: 'GET',
    path: `${base}/${name}`,
    permission: `${base.slice(1)}/list`,
    query: LinkedQuery,
    data: pageOf(LinkedRow),
  }) as const
export type LinkedCall = ReturnType<typeof linkedRows>
