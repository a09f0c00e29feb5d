import type { SameKeys } from '../catalogue.ts'
import type { login as zhcn } from '../zhcn/login.ts'

export const login: SameKeys<typeof zhcn> = {
  'login.title': '登入',
  'login.lead': '所有手機，盡在一屏',
  'login.userName': '帳號',
  'login.password': '密碼',
  'login.code': '驗證碼',
  'login.userNameRequired': '帳號不能為空',
  'login.passwordRequired': '密碼不能為空',
  'login.codeRequired': '驗證碼不能為空',
  'login.newCode': '點擊換一張驗證碼',
  'login.codeFailed': '驗證碼載入失敗，點擊重試',
  'login.remember': '記住帳號',
  'login.rememberHint': '此處只記住帳號，密碼由瀏覽器的密碼管理員保存',
  'login.submit': '登入',
  'login.submitting': '登入中…',
  'login.againTitle': '登入已失效',
  'login.againHint': '重新登入後可以繼續剛才的操作，頁面內容不會遺失。',
  'login.againOther': '登出並使用其他帳號',
  'login.firstTitle': '請先修改密碼',
  'login.firstHint': '目前是初始密碼。設定自己的密碼後即可使用控制台。',
  'login.registerClosed': '本站未開放註冊',
  'login.registerHint': '請聯絡管理員為您建立帳號。',
  'login.outsideClosed': '本站未啟用外部帳號登入',
  'login.outsideHint': '請使用帳號和密碼登入。',
  'login.toLogin': '前往登入',
}
