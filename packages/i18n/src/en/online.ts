import type { SameKeys } from '../catalogue.ts'
import type { online as zhcn } from '../zhcn/online.ts'

export const online: SameKeys<typeof zhcn> = {
  'online.ownSession': 'You cannot end your own session here. Use “Sign out” in the user menu.',
  'online.title': 'Online users',
  'online.session': 'Session ID',
  'online.user': 'User',
  'online.lastSeen': 'Last active',
  'online.own': 'Current session',
  'online.force': 'Sign out user',
  'online.forceOne': 'Sign out “{{name}}”?',
  'online.forceMany': 'End {{count}} {{count|session|sessions}}?',
  'online.forceHint': 'The connection is closed immediately and a new sign-in is required',
  'online.forced': 'User signed out',
  'online.empty': 'No one is online',
}
