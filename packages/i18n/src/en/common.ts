import type { SameKeys } from '../catalogue.ts'
import type { common as zhcn } from '../zhcn/common.ts'

export const common: SameKeys<typeof zhcn> = {}
