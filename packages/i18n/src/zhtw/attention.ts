import type { SameKeys } from '../catalogue.ts'
import type { attention as zhcn } from '../zhcn/attention.ts'

export const attention: SameKeys<typeof zhcn> = {
  'alarm.kind.offline': '離線',
  'alarm.kind.battery': '低電量',
  'alarm.kind.memory': '記憶體不足',
  'alarm.kind.service': '服務未啟動',
  'alarm.kind.hotScript': '熱更新中止',
  'alarm.kind.scriptSource': 'Git 儲存庫無法讀取',
  'alarm.ack': '確認',
  'alarm.acked': '已確認 {{count}} 則警報',
  'screen.open': '遠端控制',
}
