import type { SameKeys } from '../catalogue.ts'
import type { parameter as zhcn } from '../zhcn/parameter.ts'

export const parameter: SameKeys<typeof zhcn> = {}
