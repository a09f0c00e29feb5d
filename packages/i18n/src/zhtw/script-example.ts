import type { SameKeys } from '../catalogue.ts'
import type { scriptExample as zhcn } from '../zhcn/script-example.ts'

export const scriptExample: SameKeys<typeof zhcn> = {
  'scriptExample.title': '腳本範例',
  'scriptExample.open': '從範例新增',
  'scriptExample.use': '使用此範例',
  'scriptExample.intro':
    '範例來自實際的腳本，可修改後使用，多數可在模擬手機的「社區」應用程式中試跑。參數和所需資料見開頭的註解。',
  'scriptExample.sign-up.js': '註冊會員',
  'scriptExample.sign-up.js.hint': '依資料群組中的內容逐筆填寫註冊表單，被拒絕的移到另一個群組',
  'scriptExample.collect-feed.js': '收集動態',
  'scriptExample.collect-feed.js.hint': '捲動清單到底，將內容存入動態資料表，不重複',
  'scriptExample.follow-prices.js': '追蹤價格',
  'scriptExample.follow-prices.js.hint': '將變動的價格存入動態資料表，低於限價時通知操作員',
  'scriptExample.answer-messages.js': '依範本回覆訊息',
  'scriptExample.answer-messages.js.hint': '依範本回覆未讀訊息，沒有合適範本的問題通知操作員',
  'scriptExample.check-in.js': '每日簽到',
  'scriptExample.check-in.js.hint': '辨識圖片中的簽到碼並簽到，未安裝 OCR 時略過並通知',
  'scriptExample.code-from-operator.js': '向操作員詢問驗證碼',
  'scriptExample.code-from-operator.js.hint': '在主控台顯示截圖和問題，用操作員輸入的驗證碼登入',
  'scriptExample.tap-picture.js': '按圖片',
  'scriptExample.tap-picture.js.hint': '在一支手機上擷取圖片，在任何寬度的手機上找到並按一下',
  'scriptExample.share-work.js': '多支手機分擔任務',
  'scriptExample.share-work.js.hint': '多支手機共用一份清單，每行只處理一次',
  'scriptExample.phone-report.js': '手機健檢',
  'scriptExample.phone-report.js.hint':
    '將電量、儲存空間和應用程式版本存入動態資料表，並可連同截圖傳送到網址',
  'scriptExample.tidy-up.ts': '夜間整理',
  'scriptExample.tidy-up.ts.hint':
    'TypeScript 排程工作：刪除舊下載、關閉應用程式、清除通知，靜音在結束後還原',
  'scriptExample.phone-tools.ts': '共用模組',
  'scriptExample.phone-tools.ts.hint': '夜間整理所匯入的函式，請先儲存',
}
