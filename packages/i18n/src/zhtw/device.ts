import type { SameKeys } from '../catalogue.ts'
import type { device as zhcn } from '../zhcn/device.ts'

export const device: SameKeys<typeof zhcn> = {}
