import type { SameKeys } from '../catalogue.ts'
import type { profile as zhcn } from '../zhcn/profile.ts'

export const profile: SameKeys<typeof zhcn> = {
  'profile.changePassword': '變更密碼',
  'profile.oldPassword': '目前的密碼',
  'profile.newPassword': '新密碼',
  'profile.confirmPassword': '確認密碼',
  'profile.oldPasswordRequired': '請輸入目前的密碼',
  'profile.newPasswordRequired': '請輸入新密碼',
  'profile.confirmRequired': '請再次輸入密碼',
  'profile.passwordMismatch': '兩次輸入的密碼不一致',
  'profile.passwordSame': '新密碼不能與目前的密碼相同',
  'profile.passwordHint': '變更後，其他工作階段會登出，存取權杖全部撤銷',
  'profile.unbindIdentities': '同時取消連結外部帳號，否則仍可用來登入',
  'profile.passwordChanged': '密碼已變更',
}
