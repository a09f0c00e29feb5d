export const profile = {
  'profile.changePassword': '修改密码',
  'profile.oldPassword': '旧密码',
  'profile.newPassword': '新密码',
  'profile.confirmPassword': '确认密码',
  'profile.oldPasswordRequired': '请输入旧密码',
  'profile.newPasswordRequired': '请输入新密码',
  'profile.confirmRequired': '请再次输入密码',
  'profile.passwordMismatch': '两次输入的密码不一致',
  'profile.passwordSame': '新密码不能与旧密码相同',
  'profile.passwordHint': '修改后，其他会话将退出登录，访问令牌全部吊销',
  'profile.unbindIdentities': '同时解除绑定外部账号，否则仍可用其登录',
  'profile.passwordChanged': '密码已修改',
} as const
