import type { SameKeys } from '../catalogue.ts'
import type { home as zhcn } from '../zhcn/home.ts'

export const home: SameKeys<typeof zhcn> = {}
