import type { SameKeys } from '../catalogue.ts'
import type { error as zhcn } from '../zhcn/error.ts'

export const error: SameKeys<typeof zhcn> = {
  'error.sessionExpired': 'Your session has ended. Sign in again.',
  'error.unauthorized': 'Authentication failed, so system resources cannot be accessed. Sign in again.',
  'error.forbidden': 'You do not have permission for this operation. Contact an administrator.',
  'error.notFound': 'This resource does not exist. It may have been deleted. Refresh and try again.',
  'error.unexpected': 'An unknown system error occurred. Report it to an administrator.',
  'error.serverStops': 'The server is shutting down. Try again in {{seconds}} s.',
  'error.databaseSilent': 'The database is not responding. Try again in {{seconds}} s.',
  'error.databaseBusy': 'The database is busy. Try again in {{seconds}} s.',
  'error.databaseReadOnly':
    'The database is read-only and nothing can be saved. Try again later, or contact an administrator.',
  'error.databaseFull': 'The database disk is full and nothing can be saved. Contact an administrator.',
  'error.diskFull': 'The server disk is full and the file was not saved. Contact an administrator.',
  'error.invalidInput': '“{{field}}” is not valid',
  'error.textUnstorable': '“{{field}}” contains a character that cannot be saved. Remove it and try again.',
  'error.missingField': '“{{field}}” is required',
  'error.unknownField': 'Unknown field “{{field}}”. Remove it and try again.',
  'error.malformedJson': 'The request is not valid JSON. Correct it and try again.',
  'error.jsonTooDeep': 'The request has too many nested levels. Simplify it and try again.',
  'error.malformedBase64': '“data” must be a JSON object encoded as Base64',
  'error.tooLarge': 'Too much data for one request. Reduce it and try again.',
  'error.tooManyRequests': 'Too many requests. Try again in {{seconds}} s.',
  'error.repeatedWrite': 'This has already been submitted. Wait a moment before you submit it again.',
  'error.unsupportedMedia': 'This content type is not supported. Check the format of the request.',
  'error.invalidId': 'The ID is not valid. Refresh and try again.',
  'error.invalidTime': 'The date is not valid. Enter it like 2027-12-31.',
  'error.timeFormat': '“{{field}}” is not a valid time. Enter it like 2027-12-31 23:59:59.',
  'error.unknownSort': 'Cannot sort by this column',
  'error.notSent': 'Could not reach the server and nothing was sent. Try again when the connection is back.',
  'error.network': 'Network error. Check your connection and try again.',
  'error.timeout': 'The request timed out. Try again later.',
  'error.proxy': 'Could not reach the server (HTTP {{status}}). Try again later.',
  'error.unavailable': 'The server is not responding. Try again in {{seconds}} s.',
  'error.notSavedNow':
    'The server is not responding, so your changes might not be saved. Check again in {{seconds}} s before you retry.',
}
