/** What home says of phones, beside its own texts. */
export const attention = {
  'alarm.kind.offline': '离线',
  'alarm.kind.battery': '低电量',
  'alarm.kind.memory': '内存不足',
  'alarm.kind.service': '服务未启动',
  'alarm.kind.hotScript': '热更新中止',
  'alarm.kind.scriptSource': 'Git 仓库无法读取',
  'alarm.ack': '确认',
  'alarm.acked': '已确认 {{count}} 条报警',
  'screen.open': '远程控制',
} as const
