import type { SameKeys } from '../catalogue.ts'
import type { phone as zhcn } from '../zhcn/phone.ts'

export const phone: SameKeys<typeof zhcn> = {
  'phone.overQuota': 'The owner has more devices than the quota allows; this phone cannot connect',
  'phone.enrolmentKeyWrong': 'The enrolment key is not right',
  'phone.tokenMissing': 'The device token is missing',
  'phone.networkUnknown': 'Calls by device number alone are not accepted from the address {{address}}',
  'phone.tokenWrong': 'The device token is not valid',
  'phone.disabled': 'The device is disabled',
  'phone.deviceIdFormat': 'The device identity may hold visible ASCII characters only',
  'phone.malformedFrame': 'The message was not understood',
  'phone.tooManySockets': 'Too many pages and screens are open in this session; close some',
  'phone.tooFast': 'Too many messages, some were dropped',
  'phone.wrongOrigin': 'Connections from this site are not allowed',
  'phone.wrongVersion': 'This protocol version is not supported, please reload the page',
  'phone.notJoined': 'Open the screen first',
  'phone.controlledByOther': 'Somebody else controls this device',
  'phone.watchOnly': 'You may only watch this device',
  'phone.settingWrong': 'The screen settings are not valid',
  'phone.connectionLost': 'The connection to the device was lost',
  'phone.screenFailed': 'The device could not send its screen',
  'phone.noAnswer': 'The device did not answer in time',
  'phone.commandFailed': 'The device could not carry out the command',
  'phone.serverStops': 'The server is stopping',
  'phone.serverBusy': 'The server cannot do this right now, try again later',
}
