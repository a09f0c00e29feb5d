import type { SameKeys } from '../catalogue.ts'
import type { online as zhcn } from '../zhcn/online.ts'

export const online: SameKeys<typeof zhcn> = {
  'online.ownSession': '不能強制登出自己，請使用「登出」',
  'online.title': '線上使用者',
  'online.session': '工作階段編號',
  'online.user': '使用者',
  'online.lastSeen': '最近活動',
  'online.own': '目前工作階段',
  'online.force': '強制登出',
  'online.forceOne': '強制登出「{{name}}」？',
  'online.forceMany': '強制登出選取的 {{count}} 個工作階段？',
  'online.forceHint': '連線會立即中斷，需要重新登入',
  'online.forced': '已強制登出',
  'online.empty': '目前沒有線上使用者',
}
