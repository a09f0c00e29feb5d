import { z } from 'zod'
import { idParam, pageOf, pageShape } from './endpoint.ts'

/** A row of another table that a column refers to. */
export const LinkedRow = z.object({ id: z.number(), label: z.string() })
export type LinkedRow = z.output<typeof LinkedRow>

export const LinkedQuery = z.strictObject({
  /** Only this row. */
  id: idParam.optional(),
  /** Part of the label. */
  search: z.string().trim().max(200).optional(),
  pageNum: pageShape.pageNum,
  pageSize: z.int().min(1).max(100).default(20),
})
export type LinkedQuery = z.output<typeof LinkedQuery>

/** The call that returns the rows a column can refer to: for users who may see the table's list. */
export const linkedRows = <const Base extends string, const Name extends string>(base: Base, name: Name) =>
  ({
    method: 'GET',
    path: `${base}/${name}`,
    permission: `${base.slice(1)}/list`,
    query: LinkedQuery,
    data: pageOf(LinkedRow),
  }) as const
export type LinkedCall = ReturnType<typeof linkedRows>
