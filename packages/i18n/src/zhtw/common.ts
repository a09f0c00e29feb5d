import type { SameKeys } from '../catalogue.ts'
import type { common as zhcn } from '../zhcn/common.ts'

export const common: SameKeys<typeof zhcn> = {
  'common.systemTitle': '管理系統',
  'common.save': '儲存',
  'common.reset': '重設',
  'common.retry': '重試',
  'common.reload': '重新載入',
  'common.status': '狀態',
  'common.enabled': '啟用',
  'common.disabled': '停用',
  'common.saved': '已儲存',
  'common.copied': '已複製',
  'common.copyFailed': '複製失敗，請重試',
  'common.copyDetails': '複製詳細資料',
  'common.backHome': '返回首頁',
  'common.labelled': '{{label}}：{{value}}',
}
