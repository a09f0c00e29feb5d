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
  'deviceIncident.what.offline': '{{count}} 台裝置離線',
  'deviceIncident.what.service': '{{count}} 台裝置服務未啟動',
  'deviceIncident.what.bot': '警報機器人傳送失敗',
  'deviceIncident.ended.offline': '{{count}} 台裝置曾離線',
  'deviceIncident.ended.service': '{{count}} 台裝置服務曾中斷',
  'deviceIncident.ended.bot': '警報機器人曾傳送失敗',
  'deviceIncident.cause.computer': '同一電腦 {{value}}',
  'deviceIncident.cause.address': '同一位址 {{value}}',
  'deviceIncident.cause.network': '同一網段 {{value}}',
  'deviceIncident.cause.group': '同一群組「{{value}}」',
  'deviceIncident.cause.version': '同一用戶端版本 {{value}}',
  'deviceIncident.cause.none': '同一時間',
  'deviceIncident.details': '檢視事件',
  'deviceIncident.count': '{{count}} 個故障事件',
}
