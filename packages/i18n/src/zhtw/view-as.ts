import type { SameKeys } from '../catalogue.ts'
import type { viewAs as zhcn } from '../zhcn/view-as.ts'

export const viewAs: SameKeys<typeof zhcn> = {
  'viewAs.readOnly': '目前為唯讀檢視，不能執行此操作，請先結束檢視',
  'viewAs.own': '這是您自己的帳號，請選擇其他使用者',
  'viewAs.builtIn': '「{{name}}」是超級管理員，不能以其身分檢視，請選擇其他使用者',
  'viewAs.stronger': '「{{name}}」可檢視的內容超出您的權限，請選擇其他使用者',
  'viewAs.roleStronger': '角色「{{name}}」的權限超出您的權限，請選擇其他角色',
  'viewAs.accountOff': '「{{name}}」或其上層使用者已停用，無法登入，請先啟用再檢視',
  'viewAs.accountExpired': '「{{name}}」或其上層使用者已到期，無法登入，請先續約再檢視',
  'viewAs.none': '以其他身分的檢視已經結束，請重新整理頁面',
  'viewAs.action': '以其身分檢視',
  'viewAs.question': '以「{{name}}」的身分檢視主控台？',
  'viewAs.roleQuestion': '以角色「{{name}}」檢視主控台？',
  'viewAs.hint':
    '此分頁將顯示「{{name}}」可見的選單、按鈕和資料，唯讀，最長 {{minutes}} 分鐘。開始和結束都會記入操作日誌。手機畫面不顯示。',
  'viewAs.roleHint':
    '此分頁將顯示僅有此角色且沒有自己資料的使用者可見的選單、按鈕和資料，唯讀，最長 {{minutes}} 分鐘。開始和結束都會記入操作日誌。手機畫面不顯示。',
  'viewAs.start': '開始檢視',
  'viewAs.label': '以其他身分檢視',
  'viewAs.asUser': '您正在以「{{name}}」的身分檢視主控台',
  'viewAs.asRole': '您正在以角色「{{name}}」檢視主控台',
  'viewAs.roles': '角色：{{names}}',
  'viewAs.noRoles': '沒有角色',
  'viewAs.limits': '唯讀 · {{time}} 結束',
  'viewAs.leave': '結束檢視',
  'viewAs.ended': '檢視已結束：時間已到、您的工作階段已結束或權限有變更',
  'viewAs.session': '正在以「{{name}}」檢視',
  'viewAs.held': '（{{held}}）',
}
