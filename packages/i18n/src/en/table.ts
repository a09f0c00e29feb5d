import type { SameKeys } from '../catalogue.ts'
import type { table as zhcn } from '../zhcn/table.ts'

export const table: SameKeys<typeof zhcn> = {}
