import type { SameKeys } from '../catalogue.ts'
import type { computer as zhcn } from '../zhcn/computer.ts'

export const computer: SameKeys<typeof zhcn> = {
  'computer.known': '這台電腦已經註冊，但權杖不同。請先在主控台刪除這台電腦，再重新啟動用戶端。',
  'computer.full': '電腦數量已達上限（{{count}} 台），請先刪除不再使用的電腦',
  'computer.online': '電腦「{{name}}」在線上，停止其用戶端後才能刪除',
  'computer.offline': '電腦離線，無法傳送命令',
  'computer.silent': '電腦在 {{seconds}} 秒內沒有回應',
  'computer.unsupported': '這台電腦的用戶端不支援此操作',
  'computer.notThere': '這支手機、集線器或連接埠已不在該電腦上',
  'computer.notPermitted': '用戶端沒有所需的系統權限。{{words}}',
  'computer.busy': '這台電腦正在執行同樣的操作',
  'computer.failed': '電腦無法完成此操作。{{words}}',
  'computer.nameRequired': '請輸入電腦名稱',
  'computer.nameLength': '電腦名稱最多 50 個字元',
  'computer.placeLength': '位置最多 100 個字元',
}
