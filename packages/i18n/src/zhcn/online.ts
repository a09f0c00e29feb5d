export const online = {
  'online.ownSession': '不能强退自己，请使用退出登录',
} as const
