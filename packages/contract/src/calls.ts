import { z } from 'zod'
import { done, idParam, idsOf, pageOf } from './endpoint.ts'
import { OperationType } from './enums.ts'

/** The kind of id that rows of a table have. */
type IdOf<Row extends z.ZodType> = z.output<Row> extends { id: infer Id extends number } ? Id : number

const rowId = z.int().positive()
/** The same three checks, with the kind of id that they are about. */
export const idSchemas = <Row extends z.ZodType>(_row: Row) => ({
  rowId: rowId as unknown as z.ZodType<IdOf<Row>, number>,
  idParam: idParam as unknown as z.ZodType<IdOf<Row>, z.input<typeof idParam>>,
  ids: idsOf<IdOf<Row>>(),
})

/** The permission of a call is its path without the first slash, unless it has its own. */
interface Guarded {
  permission?: string
}
interface Paged<Row, Query> extends Guarded {
  row: Row
  /** Created by pageQuery(). */
  query: Query
}

/** Rows, a page at a time. */
export const pageCall = <Row extends z.ZodType, Query extends z.ZodType>(
  path: string,
  { row, query, permission = path.slice(1) }: Paged<Row, Query>,
) => ({ method: 'GET', path, permission, query, data: pageOf(row) }) as const

/** One row by its id. */
export const rowCall = <Row extends z.ZodType>(
  path: string,
  { row, permission = path.slice(1) }: Guarded & { row: Row },
) => {
  const query = z.strictObject({ id: idSchemas(row).idParam })
  return { method: 'GET', path, permission, query, data: row } as const
}

export const addCall = <Body extends z.ZodType>(path: string, body: Body) =>
  ({ method: 'POST', path, permission: path.slice(1), body, data: done, log: OperationType.add }) as const

export const editCall = <Body extends z.ZodType>(path: string, body: Body) =>
  ({ method: 'PUT', path, permission: path.slice(1), body, data: done, log: OperationType.edit }) as const

/** Removes rows of these ids, in the dialect of the back-office. */
export const removeCall = <Row extends z.ZodType>(
  path: string,
  { row, permission = path.slice(1) }: Guarded & { row: Row },
) => {
  const body = z.strictObject({ ids: idSchemas(row).ids })
  return { method: 'DELETE', path, permission, body, data: done, log: OperationType.remove } as const
}

/** The same in the dialect of devices. */
export const deviceRemoveCall = <Row extends z.ZodType>(
  path: string,
  { row, permission = path.slice(1) }: Guarded & { row: Row },
) => {
  const query = z.strictObject({ ids: idSchemas(row).ids })
  return { method: 'GET', path, permission, query, data: done, log: OperationType.remove } as const
}

/** Removes all rows of a log. */
export const clearCall = (path: string, { permission = path.slice(1) }: Guarded = {}) =>
  ({ method: 'DELETE', path, permission, data: done, log: OperationType.clear }) as const

/** Writes the rows of a list into a file. */
export const exportCall = <Query extends z.ZodType>(
  path: string,
  { query, permission = path.slice(1) }: Guarded & { query: Query },
) => {
  const data = z.object({ fileName: z.string() })
  return { method: 'GET', path, permission, query, data, log: OperationType.export } as const
}
