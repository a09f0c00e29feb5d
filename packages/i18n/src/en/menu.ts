import type { SameKeys } from '../catalogue.ts'
import type { menu as zhcn } from '../zhcn/menu.ts'

export const menu: SameKeys<typeof zhcn> = {}
