import type { SameKeys } from '../catalogue.ts'
import type { error as zhcn } from '../zhcn/error.ts'

export const error: SameKeys<typeof zhcn> = {
  'error.sessionExpired': '登入已失效，請重新登入',
  'error.unauthorized': '認證失敗，無法存取系統資源',
  'error.forbidden': '目前操作沒有權限',
  'error.notFound': '資源不存在',
  'error.unexpected': '未知系統錯誤，請回報給管理員',
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
  'error.proxy': '無法連線到伺服器（HTTP {{status}}），請稍後再試',
  'error.unavailable': '伺服器暫時無法回應，請 {{seconds}} 秒後再試',
  'error.notSavedNow': '伺服器暫時無法回應，未儲存任何變更。請 {{seconds}} 秒後再試。',
}
