import type { SameKeys } from '../catalogue.ts'
import type { backup as zhcn } from '../zhcn/backup.ts'

export const backup: SameKeys<typeof zhcn> = {
  'backup.title': '資料備份',
  'backup.make': '立即備份',
  'backup.making': '正在備份…',
  'backup.started': '已開始備份，完成後出現在清單中',
  'backup.hint':
    '資料庫和上傳的檔案一起寫入一個檔案，備份期間服務照常。還原須先停止伺服器，再執行 npm run db -- restore 檔案。',
  'backup.secret': '備份含密碼摘要和金鑰，請妥善保管',
  'backup.file': '檔案',
  'backup.size': '大小',
  'backup.madeAt': '時間',
  'backup.actions': '操作',
  'backup.download': '下載',
  'backup.remove': '刪除',
  'backup.removeTitle': '刪除備份「{{name}}」？',
  'backup.removeHint': '刪除後無法復原。',
  'backup.removed': '已刪除',
  'backup.empty': '還沒有備份',
  'backup.gone': '備份已不存在',
  'backup.log': '備份記錄',
}
