import type { SameKeys } from '../catalogue.ts'
import type { upload as zhcn } from '../zhcn/upload.ts'

export const upload: SameKeys<typeof zhcn> = {
  'upload.tooLarge': '檔案大小不能超過 {{size}} MB',
  'upload.wrongType': '請上傳 {{types}} 格式的檔案',
  'upload.singleOnly': '只能上傳單一檔案',
  'upload.drop': '把 {{types}} 檔案拖到這裡，或點擊選擇，最大 {{size}} MB',
  'upload.failed': '上傳失敗，請重試',
  'file.gone': '檔案不存在或已下載過',
}
