import type { SameKeys } from '../catalogue.ts'
import type { error as zhcn } from '../zhcn/error.ts'

export const error: SameKeys<typeof zhcn> = {
  'error.sessionExpired': 'The session has ended, please sign in again',
  'error.unauthorized': 'Authentication failed, cannot access system resources',
  'error.forbidden': 'Current operation has no permission',
  'error.notFound': 'Resource does not exist',
  'error.unexpected': 'Unknown system error, please report to administrator',
  'error.serverStops': 'This server is stopping; try again in {{seconds}} s',
  'error.databaseSilent': 'The database does not answer now; try again in {{seconds}} s',
  'error.databaseBusy': 'The database is busy; try again in {{seconds}} s',
  'error.databaseReadOnly':
    'The database is read-only now and nothing can be saved; try later, or ask your administrator',
  'error.databaseFull': "The database's disk is full and nothing can be saved; ask your administrator",
  'error.diskFull': "The server's disk is full and the file was not saved; ask your administrator",
  'error.invalidInput': '"{{field}}" is not valid',
  'error.textUnstorable': 'The content of "{{field}}" holds a character that cannot be stored',
  'error.missingField': '"{{field}}" is missing',
  'error.unknownField': 'Unknown field: {{field}}',
  'error.malformedJson': 'The request is not valid JSON',
  'error.jsonTooDeep': 'The request is nested too deeply',
  'error.malformedBase64': 'data is not base64 of a JSON object',
  'error.tooLarge': 'The request is too large',
  'error.tooManyRequests': 'Too many requests, try again in {{seconds}} s',
  'error.repeatedWrite': 'This was already submitted',
  'error.unsupportedMedia': 'This content type is not supported',
  'error.invalidId': 'The id is not valid',
  'error.invalidTime': 'The time is not valid',
  'error.timeFormat': '"{{field}}" is not a time. Enter it as 2027-12-31 23:59:59',
  'error.unknownSort': 'Rows cannot be sorted by this column',
  'error.notSent':
    'The server cannot be reached, so nothing was sent. Try again when the connection is back.',
  'error.network': 'Network failure, check the connection and try again',
  'error.timeout': 'The request timed out, try again later',
  'error.proxy': 'Could not reach the server (HTTP {{status}}). Try again later.',
  'error.unavailable': 'The server cannot answer now. Try again in {{seconds}} s.',
  'error.notSavedNow':
    'The server cannot answer now, and this may not be saved. Check in {{seconds}} s, then try again.',
}
