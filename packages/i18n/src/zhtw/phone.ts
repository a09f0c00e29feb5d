import type { SameKeys } from '../catalogue.ts'
import type { phone as zhcn } from '../zhcn/phone.ts'

export const phone: SameKeys<typeof zhcn> = {
  'phone.overQuota': '所屬使用者的裝置數量已超過配額，這台手機暫時不能連線',
  'phone.enrolmentKeyWrong': '接入金鑰不正確',
  'phone.tokenMissing': '缺少裝置權杖',
  'phone.networkUnknown': '不接受來自位址 {{address}} 的僅憑編號的請求',
  'phone.tokenWrong': '裝置權杖無效',
  'phone.disabled': '裝置已被停用',
  'phone.deviceIdFormat': '裝置識別碼只能包含可見的英文字元',
  'phone.malformedFrame': '無法識別的訊息',
  'phone.tooManySockets': '本次登入開啟的頁面和螢幕過多，請先關閉一些',
  'phone.tooFast': '訊息過於頻繁，部分已被捨棄',
  'phone.wrongOrigin': '不允許從此網站連線',
  'phone.wrongVersion': '不支援此協定版本，請重新整理頁面',
  'phone.notJoined': '請先開啟螢幕',
  'phone.controlledByOther': '其他人正在控制此裝置',
  'phone.watchOnly': '您只能查看此裝置，無法控制',
  'phone.settingWrong': '螢幕設定有誤',
  'phone.connectionLost': '與裝置的連線已中斷',
  'phone.screenFailed': '裝置無法傳送螢幕',
  'phone.noAnswer': '裝置沒有及時回應',
  'phone.commandFailed': '裝置未能執行命令',
  'phone.serverStops': '伺服器正在停止',
  'phone.serverBusy': '伺服器暫時無法處理，請稍後再試',
}
