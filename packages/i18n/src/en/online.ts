import type { SameKeys } from '../catalogue.ts'
import type { online as zhcn } from '../zhcn/online.ts'

export const online: SameKeys<typeof zhcn> = {
  'online.ownSession': 'You cannot end your own session here. Use Sign out.',
  'online.title': 'Online users',
  'online.session': 'Session',
  'online.user': 'User',
  'online.lastSeen': 'Last active',
  'online.own': 'This session',
  'online.force': 'Sign out',
  'online.forceOne': 'Sign out “{{name}}”?',
  'online.forceMany': 'Sign out {{count}} {{count|session|sessions}}?',
  'online.forceHint': 'They are disconnected immediately and must sign in again',
  'online.forced': 'Signed out',
  'online.empty': 'No one is online',
}
