import type { SameKeys } from '../catalogue.ts'
import type { notice as zhcn } from '../zhcn/notice.ts'

export const notice: SameKeys<typeof zhcn> = {
  'notice.titleRequired': '請輸入公告標題',
  'notice.titleLength': '公告標題最多 50 個字元',
  'notice.typeRequired': '請選擇公告類型',
  'notice.contentLength': '公告內容過長，圖片請用上傳的方式插入',
}
