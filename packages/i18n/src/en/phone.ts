import type { SameKeys } from '../catalogue.ts'
import type { phone as zhcn } from '../zhcn/phone.ts'

export const phone: SameKeys<typeof zhcn> = {
  'phone.overQuota':
    'The owner has reached the device quota, so this phone cannot connect. Raise the quota or remove a device.',
  'phone.enrolmentKeyWrong': 'The enrolment key or code is incorrect',
  'phone.siteKeyOff':
    'The enrolment key of the site is switched off. Create an enrolment code in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.codeUsedUp':
    'This enrolment code is used up. Create another one in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.codeExpired':
    'This enrolment code has expired. Create another one in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.codeRevoked':
    'This enrolment code was revoked. Create another one in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.ofOtherUser':
    'This phone belongs to another user. Enrol it with a code of its owner, or delete the device in the console first.',
  'phone.enrolmentWaits':
    'The key of this phone differs from the known one. It waits for approval in the console.',
  'phone.enrolmentRequestsFull': 'Too many phones wait for approval. Try again later.',
  'phone.enrolmentRejected': 'An operator rejected the enrolment of this phone',
  'phone.enrolmentProofWrong': 'The proof of the phone’s key is invalid or expired. Enrol again.',
  'phone.keyRequired': 'Only phones with a key pair can enrol. Update the agent.',
  'phone.proofMissing': 'The proof of the phone’s key is missing',
  'phone.proofWrong': 'The proof of the phone’s key is invalid',
  'phone.clockWrong': 'The phone’s clock differs by more than {{minutes}} minutes. Set it and try again.',
  'phone.tokenMissing': 'The device token is missing',
  'phone.numberWaits': 'This phone has no token. It waits for approval in the console.',
  'phone.numberRejected': 'An operator rejected calls of this phone by its number alone',
  'phone.networkUnknown': 'Calls by device number alone are not accepted from the address {{address}}',
  'phone.tokenWrong': 'The device token is not valid',
  'phone.disabled': 'The device is disabled',
  'phone.deviceIdFormat': 'The device ID can contain visible ASCII characters only',
  'phone.malformedFrame': 'Unrecognised message',
  'phone.tooManySockets': 'Too many pages and screens are open in this session; close some',
  'phone.tooFast': 'Too many messages. Some were dropped.',
  'phone.wrongOrigin': 'Connections from this site are not allowed',
  'phone.wrongVersion': 'Your console is out of date. Reload the page.',
  'phone.notJoined': 'Open the screen first',
  'phone.controlledByOther': 'Someone else is controlling this device',
  'phone.watchOnly': 'You can view this device but not control it',
  'phone.settingWrong': 'The screen settings are not valid',
  'phone.connectionLost': 'The connection to the device was lost',
  'phone.screenFailed': 'The device could not send its screen',
  'phone.noAnswer': 'The device did not respond in time',
  'phone.commandFailed': 'The device could not run the command',
  'phone.serverStops': 'The server is shutting down',
  'phone.serverBusy': 'The server is busy. Try again later.',
}
