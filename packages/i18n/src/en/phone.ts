import type { SameKeys } from '../catalogue.ts'
import type { phone as zhcn } from '../zhcn/phone.ts'

export const phone: SameKeys<typeof zhcn> = {
  'phone.overQuota':
    'The owner’s device quota is exceeded, so this phone cannot connect. Raise the quota or remove a device.',
  'phone.enrolmentKeyWrong': 'Incorrect enrolment key or code. Check it and try again.',
  'phone.siteKeyOff':
    'The enrolment key of the site is disabled. Create an enrolment code in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.codeUsedUp':
    'This enrolment code is used up. Create another one in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.codeExpired':
    'This enrolment code has expired. Create another one in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.codeRevoked':
    'This enrolment code was revoked. Create another one in the console under Devices → Enrolment codes, and start the agent with it.',
  'phone.ofOtherUser':
    'This phone belongs to another user. Enrol it with an enrolment code of its owner, or delete the device in the console first.',
  'phone.enrolmentWaits':
    'The key of this phone differs from the one on record. An administrator has to approve the phone in the console.',
  'phone.identityTaken':
    'Another phone with this device ID is connected now: {{name}} on {{host}}. If both have the same serial number, start both agents with --shared-serial and that number.',
  'phone.enrolmentRequestsFull': 'Too many phones are waiting for approval. Try again later.',
  'phone.enrolmentRejected':
    'An administrator rejected the enrolment of this phone. If this is a mistake, ask them to approve it.',
  'phone.enrolmentProofWrong':
    'The proof of the phone’s key is invalid or has expired. Enrol the phone again.',
  'phone.keyRequired': 'This site accepts only phones with a key pair. Update the agent.',
  'phone.proofMissing': 'The proof of the phone’s key is missing. Update the agent.',
  'phone.proofWrong': 'The proof of the phone’s key is invalid. Enrol the phone again.',
  'phone.clockWrong':
    'The phone’s clock differs from the site’s by more than {{minutes}} {{minutes|minute|minutes}}. Correct it and try again.',
  'phone.tokenMissing': 'The device token is missing. Enrol the phone first.',
  'phone.numberWaits': 'This phone has no token. An administrator has to approve it in the console.',
  'phone.numberRejected':
    'An administrator rejected this phone, which has no token. Enrol it with an enrolment key or code.',
  'phone.numberOfAnother':
    'Another phone already uses the number {{number}}. An administrator has to choose one in the console under Devices → Former system.',
  'phone.callsTooFast':
    'This phone calls too often. Send a heartbeat at the interval that the server gave, and up to {{count}} calls in {{seconds}} seconds.',
  'phone.networkUnknown':
    'Phones without a token are not accepted from the address {{address}}. Enrol the phone with an enrolment key or code.',
  'phone.tokenWrong': 'The device token is not valid. Enrol the phone again.',
  'phone.disabled': 'The device is disabled. Enable it in the console.',
  'phone.deviceIdFormat': 'Device ID can contain only English letters, digits and symbols, without spaces',
  'phone.malformedFrame': 'Unrecognised message. Reload the page.',
  'phone.tooManySockets': 'Too many pages and screens are open in this session. Close some of them.',
  'phone.tooFast': 'Too many actions in a short time. Some were skipped. Try again more slowly.',
  'phone.wrongOrigin': 'Connections from this website are not allowed. Open the console at its own address.',
  'phone.wrongVersion': 'This page does not match the version of the server. Reload the page.',
  'phone.notJoined': 'Start mirroring first',
  'phone.controlledByOther': 'Someone else is controlling this device. Request control first.',
  'phone.reserved': 'Someone else has reserved this phone. You can view it but not control it.',
  'phone.watchOnly': 'You can view this device but not control it',
  'phone.oneFinger': 'This phone does not take two fingers. A phone behind adb needs scrcpy for them.',
  'phone.settingWrong': 'The mirroring settings are not valid. Check the settings of the device.',
  'phone.connectionLost': 'The connection to the device was lost. Check the phone’s network.',
  'phone.screenFailed': 'The device could not send its screen. Start mirroring again.',
  'phone.noAnswer': 'The device did not respond in time. Try again later.',
  'phone.commandFailed': 'The device could not run the command. See the run log for details.',
  'phone.tool.unsupported': 'This phone cannot do that',
  'phone.tool.needsScrcpy': 'This needs scrcpy on the phone',
  'phone.tool.needsAndroid12': 'This needs Android 12 or newer on the phone',
  'phone.tool.needsAndroid13': 'This needs Android 13 or newer on the phone',
  'phone.tool.notPermitted': 'Android does not permit this on the phone',
  'phone.tool.noKeyboard': 'This phone lets no program add a keyboard',
  'phone.tool.noApp': 'This app is not installed on the phone',
  'phone.tool.noFolder': 'The phone does not have this folder, or does not show it',
  'phone.tool.noLanguage': 'The phone does not have this language',
  'phone.tool.noDisplay': 'The phone no longer has this display',
  'phone.tool.failed': 'The phone could not do that',
  'phone.serverStops': 'The server is shutting down. Try again later.',
  'phone.askedToConnect':
    'This phone reports over HTTP and was asked to connect. The screen appears when it has connected.',
  'phone.serverBusy': 'The server is busy. Try again later.',
}
