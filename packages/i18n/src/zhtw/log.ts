import type { SameKeys } from '../catalogue.ts'
import type { log as zhcn } from '../zhcn/log.ts'

export const log: SameKeys<typeof zhcn> = {
  'session.signedOut': '登出成功',
  'log.intranet': '內部網路',
  'log.thisMachine': '本機',
  'log.deviceSocket': '裝置指令',
  'log.title': '模組',
  'log.type': '操作類型',
  'log.operator': '操作人員',
  'log.dept': '部門',
  'log.method': '請求方式',
  'log.address': '請求位址',
  'log.ip': 'IP 位址',
  'log.location': '地點',
  'log.status': '結果',
  'log.success': '成功',
  'log.failure': '失敗',
  'log.error': '錯誤訊息',
  'log.cost': '耗時（毫秒）',
  'log.time': '操作時間',
  'log.browser': '瀏覽器',
  'log.os': '作業系統',
  'log.message': '說明',
  'log.user': '使用者名稱',
  'log.loginTime': '登入時間',
}
