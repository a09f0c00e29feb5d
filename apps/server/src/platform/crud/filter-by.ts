import { type AnyColumn, eq, gt, gte, ilike, inArray, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import { seededNamesWith } from '../http/language.ts'
import { containing } from './page.ts'

type Value = string | number | boolean | undefined
const when =
  (compare: (column: AnyColumn, value: NonNullable<Value>) => SQL) => (column: AnyColumn, value: Value) =>
    value === undefined || value === '' ? undefined : compare(column, value)

/** Conditions of a list, by the names of the operators in the code generator; a missing value sets no condition. */
export const filterBy = {
  EQ: when(eq),
  NE: when(ne),
  GT: when(gt),
  GTE: when(gte),
  LT: when(lt),
  LTE: when(lte),
  /** For boolean columns. */
  FLAG: when((column, value) => eq(column, value === 'Y')),
  LIKE: when((column, value) => ilike(column, containing(String(value)))),
  /** As LIKE, for names that readers see in their language. */
  NAME: (column: AnyColumn, value: string | undefined) =>
    value ? or(ilike(column, containing(value)), inArray(column, seededNamesWith(value))) : undefined,
}
