import type { SameKeys } from '../catalogue.ts'
import type { throttle as zhcn } from '../zhcn/throttle.ts'

export const throttle: SameKeys<typeof zhcn> = {
  'throttle.title': '限流記錄',
  'throttle.kind': '原因',
  'throttle.count': '次數',
  'throttle.user': '使用者',
  'throttle.path': 'API',
  'throttle.firstAt': '首次時間',
  'throttle.lastAt': '最近時間',
  'throttle.empty': '目前沒有限流記錄',
  'throttle.others': '其他位址',
  'throttle.kind.tooManyRequests': '呼叫過多',
  'throttle.kind.tooManyGuesses': '金鑰錯誤過多',
  'throttle.kind.loginLocked': '密碼錯誤過多',
  'throttle.kind.factorLocked': '驗證碼錯誤過多',
  'throttle.kind.passwordsSlowed': '多個帳號密碼錯誤',
  'throttle.kind.dataTooFast': '每秒呼叫過多',
  'throttle.kind.socketTooFast': '連線傳送資料過多',
  'throttle.kind.slowBody': '上傳過慢',
  'throttle.kind.turnedAway': '遭拒絕的呼叫過多',
}
