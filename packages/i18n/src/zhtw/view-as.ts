import type { SameKeys } from '../catalogue.ts'
import type { viewAs as zhcn } from '../zhcn/view-as.ts'

export const viewAs: SameKeys<typeof zhcn> = {
  'viewAs.readOnly': '目前為唯讀檢視，不能執行此操作',
  'viewAs.own': '這是您自己的帳號，不需要檢視',
  'viewAs.builtIn': '「{{name}}」是超級管理員，不能以其身分檢視',
  'viewAs.stronger': '「{{name}}」能看到您看不到的內容，您不能以其身分檢視',
  'viewAs.roleStronger': '角色「{{name}}」超出您自己的權限，您不能以其身分檢視',
  'viewAs.accountOff': '「{{name}}」已停用（本人或上層），無法登入，沒有可檢視的內容',
  'viewAs.accountExpired': '「{{name}}」已到期（本人或上層），無法登入，沒有可檢視的內容',
  'viewAs.none': '目前沒有以其他身分檢視',
  'viewAs.action': '以其身分檢視',
  'viewAs.question': '以「{{name}}」的身分檢視主控台？',
  'viewAs.roleQuestion': '以角色「{{name}}」檢視主控台？',
  'viewAs.hint':
    '此分頁將顯示「{{name}}」看到的選單、按鈕和資料，唯讀，最長 {{minutes}} 分鐘。開始和結束都會記入操作日誌。手機畫面不顯示。',
  'viewAs.roleHint':
    '此分頁將顯示只有這個角色、且沒有自己資料的使用者看到的選單、按鈕和資料，唯讀，最長 {{minutes}} 分鐘。開始和結束都會記入操作日誌。手機畫面不顯示。',
  'viewAs.start': '開始檢視',
  'viewAs.label': '以其他身分檢視',
  'viewAs.asUser': '您正以「{{name}}」的身分檢視主控台',
  'viewAs.asRole': '您正以角色「{{name}}」檢視主控台',
  'viewAs.roles': '角色：{{names}}',
  'viewAs.noRoles': '沒有角色',
  'viewAs.limits': '唯讀 · {{time}} 結束',
  'viewAs.leave': '結束檢視',
  'viewAs.ended': '檢視已結束：時間已到、原工作階段已結束或權限有變更',
  'viewAs.session': '正以「{{name}}」檢視',
}
