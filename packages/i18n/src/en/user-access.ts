import type { SameKeys } from '../catalogue.ts'
import type { userAccess as zhcn } from '../zhcn/user-access.ts'

export const userAccess: SameKeys<typeof zhcn> = {
  'userAccess.nothingChosen': 'Choose sessions, tokens or outside accounts to end',
  'userAccess.title': 'Sessions, tokens, identities',
  'userAccess.titleOf': 'Sessions, tokens, identities of “{{name}}”',
  'userAccess.sessions': 'Sessions',
  'userAccess.sessionsMore': 'The {{shown}} last used are shown, of {{count}}',
  'userAccess.endSession': 'End',
  'userAccess.endSessionQuestion': 'End this session?',
  'userAccess.endSessionHint': '{{client}} ({{ip}}) is disconnected at once and has to sign in again',
  'userAccess.unknownClient': 'Unknown program',
  'userAccess.noSessions': 'Nobody is signed in',
  'userAccess.noTokens': 'No valid tokens',
  'userAccess.noIdentities': 'No outside account is bound',
  'userAccess.endAll': 'End everything',
  'userAccess.endAllQuestion': 'End all sessions, tokens and identities?',
  'userAccess.endAllOfQuestion': 'End all sessions, tokens and identities of “{{name}}”?',
  'userAccess.endAllOwnHint':
    'All sessions but this one are disconnected, all access tokens revoked, all outside accounts unbound unless you have no password. This cannot be undone.',
  'userAccess.endAllHint':
    'All sessions are disconnected, all access tokens revoked, all outside accounts unbound. The password stays. This cannot be undone.',
  'userAccess.ended':
    'Ended: {{sessions}} {{sessions|session|sessions}}, {{tokens}} {{tokens|token|tokens}}, {{identities}} outside {{identities|account|accounts}}',
  'userAccess.revokeHint': 'Programs that use it are refused at once',
  'userAccess.unbindQuestion': 'Unbind “{{name}}”?',
  'userAccess.unbindHint': 'It can no longer sign in to this account',
}
