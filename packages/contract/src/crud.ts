import { z } from 'zod'
import { addCall, deviceRemoveCall, editCall, exportCall, idSchemas, pageCall, rowCall } from './calls.ts'
import { done } from './endpoint.ts'
import { OperationType } from './enums.ts'

interface CrudSchemas<Row, Draft, Query> {
  row: Row
  /** The body of the add form; edit sends it with the id. */
  draft: Draft
  /** Created by pageQuery(). */
  query: Query
}

/** A body that also carries the id of the row it changes. */
export function withId<Shape extends z.ZodRawShape, Id extends z.ZodType<number, number>>(
  draft: z.ZodObject<Shape>,
  id: Id,
) {
  return z.strictObject({ ...draft.shape, id })
}

/** The calls of a device-side table, in the dialect of /device/… paths: writes are POST, delete is GET. */
export function deviceCrud<Row extends z.ZodType, Shape extends z.ZodRawShape, Query extends z.ZodType>(
  base: string,
  { row, draft, query }: CrudSchemas<Row, z.ZodObject<Shape>, Query>,
) {
  const permission = `${base.slice(1)}/list`
  return {
    list: pageCall(`${base}/list`, { row, query }),
    one: rowCall(`${base}/one`, { row, permission }),
    add: addCall(`${base}/add`, draft),
    edit: { ...editCall(`${base}/edit`, withId(draft, idSchemas(row).rowId)), method: 'POST' },
    remove: deviceRemoveCall(`${base}/delete`, { row }),
    export: exportCall(`${base}/export`, { query }),
  } as const
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Also accepts a field under a second name: older calls name ids after their table. */
export function withAlias<Schema extends z.ZodType>(other: string, name: string, schema: Schema) {
  return z.preprocess((value) => {
    if (!isFields(value) || other === name || !(other in value) || name in value) return value
    const { [other]: renamed, ...rest } = value
    return { ...rest, [name]: renamed }
  }, schema)
}

interface SystemDialect {
  /** Alternative name of `id`, such as `dictCode`; a list of them is named with an s. */
  idName?: string
  /** Exports have another path in this dialect. */
  exportPath: string
}

/** The calls of a back-office table, in the dialect of /system/… paths: edit is PUT, delete is DELETE with a body. */
export function systemCrud<Row extends z.ZodType, Shape extends z.ZodRawShape, Query extends z.ZodType>(
  base: string,
  { row, draft, query }: CrudSchemas<Row, z.ZodObject<Shape>, Query>,
  { idName = 'id', exportPath }: SystemDialect,
) {
  const permission = base.slice(1)
  const { rowId, ids } = idSchemas(row)
  const one = rowCall(`${base}/one`, { row, permission: `${permission}/list` })
  return {
    list: pageCall(`${base}/list`, { row, query }),
    one: { ...one, query: withAlias(idName, 'id', one.query) },
    add: addCall(`${base}/add`, draft),
    edit: editCall(`${base}/edit`, withAlias(idName, 'id', withId(draft, rowId))),
    remove: {
      method: 'DELETE',
      path: `${base}/delete`,
      permission: `${permission}/delete`,
      body: withAlias(`${idName}s`, 'ids', z.strictObject({ ids })),
      data: done,
      log: OperationType.remove,
    },
    export: exportCall(exportPath, { query, permission: `${permission}/export` }),
  } as const
}
