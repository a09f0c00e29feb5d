import { z } from 'zod'
import { RapiEnvelope, requestId } from './phone-api.ts'

/** Scripts send numbers and flags instead of texts. */
const value = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((sent) => (sent === null ? null : String(sent)))
const values = z.record(z.string(), value)
const fragment = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
const whole = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int())
const tableNameEn = z.string().min(1)
const search = values.nullish().transform((fields) => fields ?? {})

/** The decoded bodies of the calls for dynamic tables. */
export const PhoneTables = {
  /** A table's design is validated against DynamicTableDraft. */
  create: z.looseObject({
    tableName: z.string(),
    tableNameEn,
    columns: z.array(
      z.looseObject({
        columnInfo: z.string().nullish(),
        columnName: z.string(),
        columnSize: z.union([whole, z.literal('')]).nullish(),
      }),
    ),
  }),
  query: z.looseObject({
    tableNameEn,
    /** From 1 on; -1 disables paging. */
    pageNumber: whole.default(-1),
    pageSize: whole.pipe(z.int().min(1).max(100_000)).default(20),
    /** "a,b"; blank means all. */
    fields: fragment,
    search,
    query: fragment,
    order: fragment,
  }),
  add: z.looseObject({ requestId, tableNameEn, columns: values }),
  update: z.looseObject({ requestId, tableNameEn, columns: values, search, query: fragment }),
  remove: z.looseObject({ requestId, tableNameEn, search, query: fragment }),
}

const call = <const Path extends string>(path: Path) =>
  ({ method: 'POST', path, permission: 'public', body: RapiEnvelope, data: z.string() }) as const

/**
 * Dynamic tables for phones and their scripts, in the envelope of /rapi. The device token authorizes them, and the
 * tables are those of the device's owner. Each answers {result: {data}}, or {result: {msg}} with the error of the
 * request. `data` is an array of rows for a query, else the number of rows affected.
 */
export const phoneTables = {
  /**
   * Creates the table, or changes it to these fields: new ones are added, missing ones are removed with their values.
   */
  dynamicCreateTable: call('/rapi/dynamicCreateTable'),
  /** Maximum rows: the parameter dynamic.queryRows. */
  dynamicQuery: call('/rapi/dynamicQuery'),
  /** `data` is the new row's id. */
  dynamicAdd: call('/rapi/dynamicAdd'),
  dynamicUpdate: call('/rapi/dynamicUpdate'),
  dynamicRemove: call('/rapi/dynamicRemove'),
} as const
