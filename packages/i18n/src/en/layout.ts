import type { SameKeys } from '../catalogue.ts'
import type { layout as zhcn } from '../zhcn/layout.ts'

export const layout: SameKeys<typeof zhcn> = {}
