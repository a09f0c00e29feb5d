import type { SameKeys } from '../catalogue.ts'
import type { profile as zhcn } from '../zhcn/profile.ts'

export const profile: SameKeys<typeof zhcn> = {}
