export const profile = {
  'profile.changePassword': '修改密码',
  'profile.oldPassword': '旧密码',
  'profile.newPassword': '新密码',
  'profile.confirmPassword': '确认密码',
  'profile.oldPasswordRequired': '旧密码不能为空',
  'profile.newPasswordRequired': '新密码不能为空',
  'profile.confirmRequired': '确认密码不能为空',
  'profile.passwordMismatch': '两次输入的密码不一致',
  'profile.passwordSame': '新密码不能与旧密码相同',
  'profile.passwordHint': '其他登录会结束，访问令牌会全部作废',
  'profile.unbindIdentities': '同时解绑外部账号，否则仍可用它登录',
  'profile.passwordChanged': '密码已修改',
} as const
