import type { SameKeys } from '../catalogue.ts'
import type { throttle as zhcn } from '../zhcn/throttle.ts'

export const throttle: SameKeys<typeof zhcn> = {
  'throttle.title': 'Throttled callers',
  'throttle.kind': 'Reason',
  'throttle.count': 'Times',
  'throttle.user': 'User',
  'throttle.path': 'Call',
  'throttle.firstAt': 'First',
  'throttle.lastAt': 'Last',
  'throttle.empty': 'Nobody was throttled',
  'throttle.others': 'Other addresses',
  'throttle.kind.tooManyRequests': 'Too many calls',
  'throttle.kind.tooManyGuesses': 'Too many wrong keys',
  'throttle.kind.loginLocked': 'Too many wrong passwords',
  'throttle.kind.factorLocked': 'Too many wrong codes',
  'throttle.kind.passwordsSlowed': 'Wrong passwords for many accounts',
  'throttle.kind.dataTooFast': 'Too many calls per second',
  'throttle.kind.socketTooFast': 'Too much sent over a connection',
  'throttle.kind.slowBody': 'Upload too slow',
  'throttle.kind.turnedAway': 'Too many refused calls',
}
