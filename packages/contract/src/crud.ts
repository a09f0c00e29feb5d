import { z } from 'zod'
import { done, idParam, ids, pageOf } from './endpoint.ts'
import { OperationType } from './enums.ts'

interface CrudSchemas<Row, Draft, Query> {
  row: Row
  /** What the add form sends; edit sends it with the id. */
  draft: Draft
  /** Made by pageQuery(). */
  query: Query
}

/** A body that also carries the id of the row it changes. */
export function withId<Shape extends z.ZodRawShape>(draft: z.ZodObject<Shape>) {
  return z.strictObject({ ...draft.shape, id: z.int().positive() })
}

/** The calls of a device-side table, in the dialect of /device/… paths: writes are POST, delete is GET. */
export function deviceCrud<
  Row extends z.ZodType,
  Shape extends z.ZodRawShape,
  Query extends z.ZodType,
  const Path extends string,
>(base: Path, { row, draft, query }: CrudSchemas<Row, z.ZodObject<Shape>, Query>) {
  const permission = base.slice(1)
  return {
    list: { method: 'GET', path: `${base}/list`, permission: `${permission}/list`, query, data: pageOf(row) },
    one: {
      method: 'GET',
      path: `${base}/one`,
      permission: `${permission}/list`,
      query: z.strictObject({ id: idParam }),
      data: row,
    },
    add: {
      method: 'POST',
      path: `${base}/add`,
      permission: `${permission}/add`,
      body: draft,
      data: done,
      log: OperationType.add,
    },
    edit: {
      method: 'POST',
      path: `${base}/edit`,
      permission: `${permission}/edit`,
      body: withId(draft),
      data: done,
      log: OperationType.edit,
    },
    remove: {
      method: 'GET',
      path: `${base}/delete`,
      permission: `${permission}/delete`,
      query: z.strictObject({ ids }),
      data: done,
      log: OperationType.remove,
    },
    export: {
      method: 'GET',
      path: `${base}/export`,
      permission: `${permission}/export`,
      query,
      data: z.object({ fileName: z.string() }),
      log: OperationType.export,
    },
  } as const
}
