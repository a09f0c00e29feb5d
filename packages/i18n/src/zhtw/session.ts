import type { SameKeys } from '../catalogue.ts'
import type { session as zhcn } from '../zhcn/session.ts'

export const session: SameKeys<typeof zhcn> = {}
