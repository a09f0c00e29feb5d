import type { SameKeys } from '../catalogue.ts'
import type { userAccess as zhcn } from '../zhcn/user-access.ts'

export const userAccess: SameKeys<typeof zhcn> = {
  'userAccess.nothingChosen': '請選擇要結束的工作階段、權杖或外部帳號',
  'userAccess.title': '登入與授權',
  'userAccess.titleOf': '「{{name}}」的登入與授權',
  'userAccess.sessions': '工作階段',
  'userAccess.sessionsMore': '僅顯示最近使用的 {{shown}} 個，共 {{count}} 個',
  'userAccess.endSession': '結束',
  'userAccess.endSessionQuestion': '結束這個工作階段？',
  'userAccess.endSessionHint': '{{client}}（{{ip}}）會立即中斷，需要重新登入',
  'userAccess.unknownClient': '未知的程式',
  'userAccess.noSessions': '沒有登入的工作階段',
  'userAccess.noTokens': '沒有有效的權杖',
  'userAccess.noIdentities': '沒有綁定外部帳號',
  'userAccess.endAll': '全部結束',
  'userAccess.endAllQuestion': '結束全部登入與授權？',
  'userAccess.endAllOfQuestion': '結束「{{name}}」的全部登入與授權？',
  'userAccess.endAllOwnHint':
    '除本工作階段外的所有工作階段會中斷，存取權杖全部撤銷，外部帳號全部解除綁定（沒有密碼時保留）。此操作無法復原。',
  'userAccess.endAllHint':
    '所有工作階段會中斷，存取權杖全部撤銷，外部帳號全部解除綁定。密碼不變。此操作無法復原。',
  'userAccess.ended': '已結束 {{sessions}} 個工作階段、{{tokens}} 個權杖、{{identities}} 個外部帳號',
  'userAccess.revokeHint': '使用它的程式會立即被拒絕',
  'userAccess.unbindQuestion': '解除與「{{name}}」的綁定？',
  'userAccess.unbindHint': '之後不能再用它登入這個帳號',
}
