import type { SameKeys } from '../catalogue.ts'
import type { scrcpy as zhcn } from '../zhcn/scrcpy.ts'

export const scrcpy: SameKeys<typeof zhcn> = {
  'scrcpy.title': 'scrcpy 伺服端',
  'scrcpy.intro':
    '上傳一次 scrcpy 的伺服端檔案，所有連接真實手機的用戶端會自動取得，用於即時觸控、剪貼簿、雙指操作、更好的視訊和手機聲音。本系統不會自行下載該檔案，請從 scrcpy 的發布頁面取得（scrcpy-server-v4.1 等，支援 3.x 和 4.x 版本）。',
  'scrcpy.none': '尚未上傳伺服端檔案，用戶端使用 Android 內建的命令',
  'scrcpy.current': '使用中的檔案',
  'scrcpy.fileName': '檔案名稱',
  'scrcpy.version': '版本',
  'scrcpy.versionUnknown': '未知',
  'scrcpy.size': '大小',
  'scrcpy.check': '驗證',
  'scrcpy.published': '與 scrcpy 發布的檔案一致',
  'scrcpy.trusted': '不是已知的發布檔案，由 {{name}} 確認',
  'scrcpy.addedBy': '上傳者',
  'scrcpy.addedAt': '上傳時間',
  'scrcpy.upload': '上傳檔案',
  'scrcpy.replace': '取代檔案',
  'scrcpy.saved': '檔案已儲存，新開啟的畫面將使用它',
  'scrcpy.remove': '刪除檔案',
  'scrcpy.removeTitle': '刪除 scrcpy 伺服端檔案？',
  'scrcpy.removeHint':
    '用戶端將改用 Android 內建的命令：觸控不再即時，剪貼簿和雙指操作無法使用。進行中的畫面不受影響。',
  'scrcpy.removed': '檔案已刪除',
  'scrcpy.hint': '將 scrcpy-server 檔案拖曳到此處，或按一下選擇（最大 {{size}}\u00a0MB）',
  'scrcpy.noServer': '該檔案不是 scrcpy 的伺服端檔案，請上傳發布頁面中的 scrcpy-server 檔案',
  'scrcpy.unknown': '該檔案不是已知的 scrcpy 發布檔案。SHA-256：{{sha256}}',
  'scrcpy.alreadyRemoved': '檔案已被刪除或取代，請重新整理頁面',
  'scrcpy.unknownTitle': '未知的伺服端檔案',
  'scrcpy.unknownHint': '該檔案會在每支手機上以 adb 的權限執行。請只使用來源可信的檔案。',
  'scrcpy.vouch': '我已核對此 SHA-256，確認該檔案來源可信',
  'scrcpy.useIt': '使用此檔案',
}
