import type { SameKeys } from '../catalogue.ts'
import type { session as zhcn } from '../zhcn/session.ts'

export const session: SameKeys<typeof zhcn> = {
  'session.userNameRequired': '請輸入使用者名稱',
  'session.passwordRequired': '請輸入密碼',
  'session.passwordLength': '密碼長度為 {{min}} 到 {{max}} 個字元',
  'session.passwordCommon': '此密碼過於常見，容易被猜到，請換一個',
  'session.passwordIsName': '密碼不能與使用者名稱相同',
  'session.proofRequired': '請先確認是您本人：距上次輸入密碼已超過 10 分鐘',
  'session.passwordWrong': '密碼不正確',
  'session.oldPasswordRequired': '請輸入舊密碼',
  'session.oldPasswordWrong': '舊密碼不正確',
  'session.passwordSame': '新密碼不能與舊密碼相同',
  'session.captchaWrong': '驗證碼錯誤或已過期',
  'session.credentialsWrong': '使用者名稱或密碼錯誤',
  'session.locked': '密碼已錯誤 {{times}} 次，請 {{minutes}} 分鐘後再試',
  'session.lockedLog': '帳號已鎖定',
  'session.slowed': '此位址輸錯密碼次數過多，請 {{minutes}} 分鐘後再試',
  'session.slowedLog': '此位址輸錯密碼次數過多',
  'session.accountDisabled': '帳號已停用，請聯絡管理員',
  'session.passwordChangeRequired': '請先修改初始密碼',
  'session.signedIn': '登入成功',
}
