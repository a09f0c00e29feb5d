import type { SameKeys } from '../catalogue.ts'
import type { phone as zhcn } from '../zhcn/phone.ts'

export const phone: SameKeys<typeof zhcn> = {}
