import type { SameKeys } from '../catalogue.ts'
import type { userAccess as zhcn } from '../zhcn/user-access.ts'

export const userAccess: SameKeys<typeof zhcn> = {
  'userAccess.nothingChosen': '請選擇要結束的工作階段、權杖或外部帳號',
  'userAccess.title': '登入與存取',
  'userAccess.titleOf': '「{{name}}」的登入與存取',
  'userAccess.sessions': '工作階段',
  'userAccess.sessionsMore': '僅顯示最近使用的 {{shown}} 個，共 {{count}} 個',
  'userAccess.endSession': '結束工作階段',
  'userAccess.endSessionQuestion': '結束這個工作階段？',
  'userAccess.endSessionHint': '{{client}}（{{ip}}）會立即中斷，需要重新登入',
  'userAccess.unknownClient': '未知程式',
  'userAccess.noSessions': '沒有使用中的工作階段',
  'userAccess.noTokens': '沒有有效的權杖',
  'userAccess.noIdentities': '未連結外部帳號',
  'userAccess.endAll': '撤銷全部存取',
  'userAccess.endAllQuestion': '撤銷全部存取？',
  'userAccess.endAllOfQuestion': '撤銷「{{name}}」的全部存取？',
  'userAccess.endAllOwnHint':
    '其他所有工作階段會結束，存取權杖會全部撤銷，外部帳號會全部取消連結（沒有密碼時保留）。此操作無法復原。',
  'userAccess.endAllHint':
    '所有工作階段會結束，存取權杖會全部撤銷，外部帳號會全部取消連結。密碼不變。此操作無法復原。',
  'userAccess.ended':
    '已結束 {{sessions}} 個工作階段，撤銷 {{tokens}} 個權杖，取消連結 {{identities}} 個外部帳號',
  'userAccess.revokeHint': '使用此權杖的程式會立即遭到拒絕',
  'userAccess.unbindQuestion': '取消與「{{name}}」的連結？',
  'userAccess.unbindHint': '之後無法再用它登入這個帳號',
}
