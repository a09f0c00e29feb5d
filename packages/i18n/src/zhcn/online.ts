export const online = {
  'online.ownSession': '不能强制下线自己，请使用“退出登录”',
  'online.title': '在线用户',
  'online.session': '会话编号',
  'online.user': '用户',
  'online.lastSeen': '最近活动',
  'online.own': '当前会话',
  'online.force': '强制下线',
  'online.forceOne': '强制下线“{{name}}”？',
  'online.forceMany': '强制下线选中的 {{count}} 个会话？',
  'online.forceHint': '连接会立即断开，需要重新登录',
  'online.forced': '已强制下线',
  'online.empty': '暂无在线用户',
} as const
