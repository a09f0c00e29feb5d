import type { SameKeys } from '../catalogue.ts'
import type { upload as zhcn } from '../zhcn/upload.ts'

export const upload: SameKeys<typeof zhcn> = {
  'upload.tooLarge': '檔案大小不能超過 {{size}} MB，請選擇較小的檔案',
  'upload.wrongType': '請上傳 {{types}} 格式的檔案',
  'upload.wrongContent': '檔案內容不是 {{type}} 格式，請檢查檔案是否完整、副檔名是否正確',
  'upload.singleOnly': '一次只能上傳一個檔案',
  'upload.drop': '將檔案拖曳到此處，或按一下選擇（{{types}}，最大 {{size}}\u00a0MB）',
  'upload.failed': '上傳失敗，請重試',
  'upload.preview': '預覽',
  'file.gone': '檔案已不存在，請重新整理頁面',
  'file.uploadGone': '上傳的檔案已不存在，請重新上傳',
  'file.downloadGone': '檔案已下載過或已過期，請重新匯出',
  'file.commandGone': '檔案已過期並刪除，請重新執行命令',
  'import.start': '開始匯入',
  'import.stop': '停止匯入',
  'import.again': '再匯入一個',
  'import.close': '關閉',
  'import.template': '下載範本',
  'import.sample': '（範例列，不會匯入）',
  'import.row': '列號',
  'import.ignored': '未匯入的欄：{{columns}}',
  'import.reason': '原因',
  'import.interruptedBefore': '伺服器在寫入前停止，未匯入任何內容，請重新匯入該檔案',
}
