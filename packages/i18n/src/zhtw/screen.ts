import type { SameKeys } from '../catalogue.ts'
import type { screen as zhcn } from '../zhcn/screen.ts'

export const screen: SameKeys<typeof zhcn> = {}
