import type { SameKeys } from '../catalogue.ts'
import type { error as zhcn } from '../zhcn/error.ts'

export const error: SameKeys<typeof zhcn> = {
  'error.sessionExpired': 'Your session has ended. Sign in again.',
  'error.unauthorized': 'You are not signed in, or your session is no longer valid',
  'error.forbidden': 'You don’t have permission to do this',
  'error.notFound': 'Not found. It may have been deleted.',
  'error.unexpected': 'Something went wrong. Contact an administrator.',
  'error.serverStops': 'This server is stopping; try again in {{seconds}} s',
  'error.databaseSilent': 'The database does not answer now; try again in {{seconds}} s',
  'error.databaseBusy': 'The database is busy; try again in {{seconds}} s',
  'error.databaseReadOnly':
    'The database is read-only now and nothing can be saved; try later, or ask your administrator',
  'error.databaseFull': "The database's disk is full and nothing can be saved; ask your administrator",
  'error.diskFull': "The server's disk is full and the file was not saved; ask your administrator",
  'error.invalidInput': '“{{field}}” is not valid',
  'error.textUnstorable': 'The content of "{{field}}" holds a character that cannot be stored',
  'error.missingField': '“{{field}}” is required',
  'error.unknownField': 'Unknown field: {{field}}',
  'error.malformedJson': 'The request is not valid JSON',
  'error.jsonTooDeep': 'The request is nested too deeply',
  'error.malformedBase64': '“data” must be a base64-encoded JSON object',
  'error.tooLarge': 'The request is too large',
  'error.tooManyRequests': 'Too many requests. Try again in {{seconds}} s.',
  'error.repeatedWrite': 'This has already been submitted',
  'error.unsupportedMedia': 'Unsupported content type',
  'error.invalidId': 'The ID is not valid',
  'error.invalidTime': 'The time is not valid',
  'error.timeFormat': '"{{field}}" is not a time. Enter it as 2027-12-31 23:59:59.',
  'error.unknownSort': 'This column cannot be sorted',
  'error.notSent':
    'The server cannot be reached, so nothing was sent. Try again when the connection is back.',
  'error.network': 'Network error. Check your connection and try again.',
  'error.timeout': 'The request timed out. Try again later.',
  'error.proxy': 'Could not reach the server (HTTP {{status}}). Try again later.',
  'error.unavailable': 'The server cannot answer now. Try again in {{seconds}} s.',
  'error.notSavedNow':
    'The server cannot answer now, and this may not be saved. Check in {{seconds}} s, then try again.',
}
