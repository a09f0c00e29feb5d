import type { DynamicColumn } from '@fleetdeck/contract/dynamic-tables'
import type { DynamicTableId, UserId } from '@fleetdeck/contract/ids'
import { storable } from '@fleetdeck/contract/storable-text'
import { type Name, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../platform/core/app-error.ts'
import type { SqlColumn } from './query/to-sql.ts'

/** A dynamic table as its owner designed it. */
export interface Design {
  id: DynamicTableId
  tenantId: UserId
  tableName: string
  tableNameEn: string
  columns: DynamicColumn[]
  lastColumnNo: number
}

/** Names in the database consist of our own numbers, never of user input. */
export const tableOf = ({ id }: { id: DynamicTableId }): SQL =>
  sql`dynamic.${sql.identifier(`t_${whole(id)}`)}`
export const columnOf = ({ no }: { no: number }): Name => sql.identifier(`c_${whole(no)}`)
export const indexOf = ({ id }: { id: DynamicTableId }, { no }: { no: number }): Name =>
  sql.identifier(`t_${whole(id)}_c_${whole(no)}`)

function whole(number: number): number {
  if (!Number.isSafeInteger(number) || number < 1) throw new Error('not the number of a table or field')
  return number
}

/** The names that a query may use: the fields' English names, and `id`. */
export function queryColumns({ columns }: Design): Map<string, SqlColumn> {
  const fields = columns.map(
    (column) => [column.columnName.toLowerCase(), { name: columnOf(column), kind: 'text' as const }] as const,
  )
  return new Map<string, SqlColumn>([['id', { name: sql.identifier('id'), kind: 'whole-number' }], ...fields])
}

/** A field by its English name, case-insensitive. */
export function fieldNamed({ columns }: Design, name: string): DynamicColumn {
  const wanted = name.toLowerCase()
  const column = columns.find(({ columnName }) => columnName.toLowerCase() === wanted)
  if (!column) throw new AppError('dynamicFieldUnknown', { field: shortened(name) })
  return column
}

/** Keyed by field number; null removes a value. */
export type FieldValues = Map<number, string | null>

/** Values by English name, validated against the design: every name is a field's, every text fits and can be stored. */
export function checkedValues(design: Design, values: Record<string, string | null>): FieldValues {
  const checked: FieldValues = new Map()
  for (const [name, value] of Object.entries(values)) {
    const column = fieldNamed(design, name)
    if (checked.has(column.no)) throw new AppError('dynamicFieldTwice', { field: column.columnName })
    if (value !== null) checkText(column, value)
    checked.set(column.no, value)
  }
  return checked
}

function checkText({ columnName, columnSize }: DynamicColumn, value: string) {
  if (!storable(value)) throw new AppError('textUnstorable', { field: columnName })
  const length = value.length > columnSize ? [...value].length : value.length
  if (length > columnSize)
    throw new AppError('dynamicValueTooLong', { field: columnName, length, limit: columnSize })
}

const shortened = (name: string) => [...name].slice(0, 63).join('')
