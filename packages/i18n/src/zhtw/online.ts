import type { SameKeys } from '../catalogue.ts'
import type { online as zhcn } from '../zhcn/online.ts'

export const online: SameKeys<typeof zhcn> = {
  'online.ownSession': '不能強制登出自己，請使用登出',
}
