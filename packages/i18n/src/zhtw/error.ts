import type { SameKeys } from '../catalogue.ts'
import type { error as zhcn } from '../zhcn/error.ts'

export const error: SameKeys<typeof zhcn> = {
  'error.sessionExpired': '登入已失效，請重新登入',
  'error.unauthorized': '認證失敗，無法存取系統資源',
  'error.forbidden': '目前操作沒有權限',
  'error.notFound': '資源不存在',
  'error.unexpected': '未知系統錯誤，請回報給管理員',
  'error.serverStops': '本伺服器正在停止，請 {{seconds}} 秒後再試',
  'error.databaseSilent': '資料庫暫時沒有回應，請 {{seconds}} 秒後再試',
  'error.databaseBusy': '資料庫忙碌中，請 {{seconds}} 秒後再試',
  'error.databaseReadOnly': '資料庫目前唯讀，暫時無法儲存；請稍後再試，或聯絡管理員',
  'error.databaseFull': '資料庫磁碟空間不足，暫時無法儲存；請聯絡管理員',
  'error.invalidInput': '「{{field}}」填寫有誤',
  'error.missingField': '缺少「{{field}}」',
  'error.unknownField': '不認識的欄位：{{field}}',
  'error.malformedJson': '請求內容不是有效的 JSON',
  'error.malformedBase64': 'data 不是有效的 base64 編碼 JSON',
  'error.tooLarge': '請求內容過大',
  'error.tooManyRequests': '操作太頻繁，請 {{seconds}} 秒後再試',
  'error.repeatedWrite': '請勿重複提交',
  'error.unsupportedMedia': '不支援的內容類型',
  'error.invalidId': '編號無效',
  'error.invalidTime': '時間格式有誤',
  'error.unknownSort': '不能依此欄排序',
  'error.network': '網路異常，請檢查連線後重試',
  'error.timeout': '請求逾時，請稍後再試',
}
