import type { SameKeys } from '../catalogue.ts'
import type { profile as zhcn } from '../zhcn/profile.ts'

export const profile: SameKeys<typeof zhcn> = {
  'profile.changePassword': '修改密碼',
  'profile.oldPassword': '舊密碼',
  'profile.newPassword': '新密碼',
  'profile.confirmPassword': '確認密碼',
  'profile.oldPasswordRequired': '舊密碼不能為空',
  'profile.newPasswordRequired': '新密碼不能為空',
  'profile.confirmRequired': '確認密碼不能為空',
  'profile.passwordMismatch': '兩次輸入的密碼不一致',
  'profile.passwordSame': '新密碼不能與舊密碼相同',
  'profile.passwordHint': '其他登入會結束，存取權杖會全部作廢',
  'profile.unbindIdentities': '同時解除綁定外部帳號，否則仍可用它登入',
  'profile.passwordChanged': '密碼已修改',
}
