import type { SameKeys } from '../catalogue.ts'
import type { throttle as zhcn } from '../zhcn/throttle.ts'

export const throttle: SameKeys<typeof zhcn> = {
  'throttle.title': '限流記錄',
  'throttle.kind': '原因',
  'throttle.count': '次數',
  'throttle.user': '使用者',
  'throttle.path': '介面',
  'throttle.firstAt': '首次',
  'throttle.lastAt': '最近',
  'throttle.empty': '沒有被限流的呼叫方',
  'throttle.others': '其他位址',
  'throttle.kind.tooManyRequests': '呼叫過多',
  'throttle.kind.tooManyGuesses': '猜測金鑰過多',
  'throttle.kind.loginLocked': '密碼錯誤過多',
  'throttle.kind.factorLocked': '驗證碼錯誤過多',
  'throttle.kind.passwordsSlowed': '多個帳號密碼錯誤',
  'throttle.kind.dataTooFast': '每秒呼叫過多',
  'throttle.kind.socketTooFast': '連線傳送過多',
  'throttle.kind.slowBody': '上傳過慢',
  'throttle.kind.turnedAway': '遭拒絕的呼叫過多',
}
