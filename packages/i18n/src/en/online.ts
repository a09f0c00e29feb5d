import type { SameKeys } from '../catalogue.ts'
import type { online as zhcn } from '../zhcn/online.ts'

export const online: SameKeys<typeof zhcn> = {
  'online.ownSession': 'You cannot force yourself out; sign out instead',
  'online.title': 'Online users',
  'online.session': 'Session',
  'online.user': 'User',
  'online.lastSeen': 'Last active',
  'online.own': 'This session',
  'online.force': 'Force out',
  'online.forceOne': 'Force “{{name}}” out?',
  'online.forceMany': 'Force {{count|this|these}} {{count}} {{count|session|sessions}} out?',
  'online.forceHint': 'They are disconnected at once and have to sign in again.',
  'online.forced': 'Forced out',
  'online.empty': 'Nobody is online',
}
