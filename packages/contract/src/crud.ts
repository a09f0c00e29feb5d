import { z } from 'zod'
import { done, idParam, idsOf, pageOf } from './endpoint.ts'
import { OperationType } from './enums.ts'

interface CrudSchemas<Row, Draft, Query> {
  row: Row
  /** The body of the add form; edit sends it with the id. */
  draft: Draft
  /** Created by pageQuery(). */
  query: Query
}

/** The kind of id that rows of a table have. */
type IdOf<Row extends z.ZodType> = z.output<Row> extends { id: infer Id extends number } ? Id : number

const rowId = z.int().positive()
/** The same three checks, with the kind of id that they are about. */
const detectKind = <Row extends z.ZodType>(_row: Row) => ({
  rowId: rowId as unknown as z.ZodType<IdOf<Row>, number>,
  idParam: idParam as unknown as z.ZodType<IdOf<Row>, z.input<typeof idParam>>,
  ids: idsOf<IdOf<Row>>(),
})

/** A body that also carries the id of the row it changes. */
export function withId<Shape extends z.ZodRawShape, Id extends z.ZodType<number, number>>(
  draft: z.ZodObject<Shape>,
  id: Id,
) {
  return z.strictObject({ ...draft.shape, id })
}

/** The calls of a device-side table, in the dialect of /device/… paths: writes are POST, delete is GET. */
export function deviceCrud<
  Row extends z.ZodType,
  Shape extends z.ZodRawShape,
  Query extends z.ZodType,
  const Path extends string,
>(base: Path, { row, draft, query }: CrudSchemas<Row, z.ZodObject<Shape>, Query>) {
  const permission = base.slice(1)
  const kind = detectKind(row)
  return {
    list: { method: 'GET', path: `${base}/list`, permission: `${permission}/list`, query, data: pageOf(row) },
    one: {
      method: 'GET',
      path: `${base}/one`,
      permission: `${permission}/list`,
      query: z.strictObject({ id: kind.idParam }),
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
      body: withId(draft, kind.rowId),
      data: done,
      log: OperationType.edit,
    },
    remove: {
      method: 'GET',
      path: `${base}/delete`,
      permission: `${permission}/delete`,
      query: z.strictObject({ ids: kind.ids }),
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
  const kind = detectKind(row)
  return {
    list: { method: 'GET', path: `${base}/list`, permission: `${permission}/list`, query, data: pageOf(row) },
    one: {
      method: 'GET',
      path: `${base}/one`,
      permission: `${permission}/list`,
      query: withAlias(idName, 'id', z.strictObject({ id: kind.idParam })),
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
      method: 'PUT',
      path: `${base}/edit`,
      permission: `${permission}/edit`,
      body: withAlias(idName, 'id', withId(draft, kind.rowId)),
      data: done,
      log: OperationType.edit,
    },
    remove: {
      method: 'DELETE',
      path: `${base}/delete`,
      permission: `${permission}/delete`,
      body: withAlias(`${idName}s`, 'ids', z.strictObject({ ids: kind.ids })),
      data: done,
      log: OperationType.remove,
    },
    export: {
      method: 'GET',
      path: exportPath,
      permission: `${permission}/export`,
      query,
      data: z.object({ fileName: z.string() }),
      log: OperationType.export,
    },
  } as const
}
