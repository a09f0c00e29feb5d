import type { SameKeys } from '../catalogue.ts'
import type { throttle as zhcn } from '../zhcn/throttle.ts'

export const throttle: SameKeys<typeof zhcn> = {
  'throttle.title': 'Throttling log',
  'throttle.kind': 'Reason',
  'throttle.count': 'Count',
  'throttle.user': 'User',
  'throttle.path': 'API call',
  'throttle.firstAt': 'First time',
  'throttle.lastAt': 'Last time',
  'throttle.empty': 'No throttled callers',
  'throttle.others': 'Other addresses',
  'throttle.kind.tooManyRequests': 'Too many calls',
  'throttle.kind.tooManyGuesses': 'Too many incorrect keys',
  'throttle.kind.loginLocked': 'Too many incorrect passwords',
  'throttle.kind.factorLocked': 'Too many incorrect codes',
  'throttle.kind.passwordsSlowed': 'Incorrect passwords for many users',
  'throttle.kind.dataTooFast': 'Too many calls per second',
  'throttle.kind.socketTooFast': 'Too much data over a connection',
  'throttle.kind.slowBody': 'Upload too slow',
  'throttle.kind.turnedAway': 'Too many refused calls',
}
