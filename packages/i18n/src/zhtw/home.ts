import type { SameKeys } from '../catalogue.ts'
import type { home as zhcn } from '../zhcn/home.ts'

export const home: SameKeys<typeof zhcn> = {
  'home.morning': '早安，{{name}}',
  'home.afternoon': '午安，{{name}}',
  'home.evening': '晚安，{{name}}',
  'home.devices': '裝置',
  'home.assigned': '已分配',
  'home.online': '在線',
  'home.offline': '離線',
  'home.unassigned': '未分配',
  'home.figureFailed': '未能取得',
  'home.onlineShare': '已分配裝置的 {{percent}}% 在線',
  'home.noDevices': '還沒有裝置。手機註冊後會出現在這裡。',
  'home.noRights': '您的角色暫時沒有可檢視的內容，請聯絡管理員。',
  'home.openDevices': '開啟裝置列表',
  'home.openUnassigned': '分配 {{count}} 台裝置',
}
