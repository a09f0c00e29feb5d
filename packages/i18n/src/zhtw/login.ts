import type { SameKeys } from '../catalogue.ts'
import type { login as zhcn } from '../zhcn/login.ts'

export const login: SameKeys<typeof zhcn> = {}
