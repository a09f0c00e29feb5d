import type { SameKeys } from '../catalogue.ts'
import type { home as zhcn } from '../zhcn/home.ts'

export const home: SameKeys<typeof zhcn> = {
  'home.morning': '早安，{{name}}',
  'home.afternoon': '午安，{{name}}',
  'home.evening': '晚安，{{name}}',
  'home.devices': '裝置',
  'home.online': '在線',
  'home.offline': '離線',
  'home.unassigned': '未分配',
  'home.trouble': '異常',
  'home.lowBattery': '電量低於 {{percent}}%',
  'home.expiring': '{{days}} 天內到期',
  'home.chart': '狀態與電量',
  'home.chartStates': '裝置狀態',
  'home.chartBattery': '電量分佈',
  'home.notices': '最新公告',
  'home.noNotices': '暫無公告',
  'home.deviceCount': '{{count}} 台',
  'home.figureFailed': '未能取得',
  'home.onlineShare': '已分配裝置的 {{percent}}% 在線',
  'home.noDevices': '還沒有裝置。手機註冊後會出現在這裡。',
  'home.noRights': '您的角色暫時沒有可檢視的內容，請聯絡管理員。',
  'home.openDevices': '開啟裝置列表',
  'home.openUnassigned': '分配 {{count}} 台裝置',
}
