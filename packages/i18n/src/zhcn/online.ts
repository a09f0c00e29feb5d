export const online = {
  'online.ownSession': '不能强退自己，请使用“退出登录”',
  'online.title': '在线用户',
  'online.session': '会话编号',
  'online.user': '用户',
  'online.lastSeen': '最近活动',
  'online.own': '本次会话',
  'online.force': '强退',
  'online.forceOne': '强退“{{name}}”？',
  'online.forceMany': '强退这 {{count}} 个会话？',
  'online.forceHint': '其连接立即断开，需要重新登录',
  'online.forced': '已强退',
  'online.empty': '没有在线用户',
} as const
