import type { SameKeys } from '../catalogue.ts'
import type { userAccess as zhcn } from '../zhcn/user-access.ts'

export const userAccess: SameKeys<typeof zhcn> = {
  'userAccess.nothingChosen': 'Select sessions, tokens or external accounts to end',
  'userAccess.title': 'Sessions and access',
  'userAccess.titleOf': 'Sessions and access of “{{name}}”',
  'userAccess.sessions': 'Sessions',
  'userAccess.sessionsMore': 'Showing the {{shown}} most recently used of {{count}}',
  'userAccess.endSession': 'End session',
  'userAccess.endSessionQuestion': 'End this session?',
  'userAccess.endSessionHint': '{{client}} ({{ip}}) is disconnected immediately and must sign in again',
  'userAccess.unknownClient': 'Unknown program',
  'userAccess.noSessions': 'No active sessions',
  'userAccess.noTokens': 'No valid tokens',
  'userAccess.noIdentities': 'No external accounts linked',
  'userAccess.endAll': 'Revoke all access',
  'userAccess.endAllQuestion': 'Revoke all access?',
  'userAccess.endAllOfQuestion': 'Revoke all access of “{{name}}”?',
  'userAccess.endAllOwnHint':
    'All other sessions are ended, all access tokens are revoked, and all external accounts are unlinked unless you have no password. This cannot be undone.',
  'userAccess.endAllHint':
    'All sessions are ended, all access tokens are revoked and all external accounts are unlinked. The password does not change. This cannot be undone.',
  'userAccess.ended':
    'Ended {{sessions}} {{sessions|session|sessions}}, revoked {{tokens}} {{tokens|token|tokens}}, unlinked {{identities}} external {{identities|account|accounts}}',
  'userAccess.revokeHint': 'Programs that use this token are refused immediately',
  'userAccess.unbindQuestion': 'Unlink “{{name}}”?',
  'userAccess.unbindHint': 'It can no longer be used to sign in to this account',
}
