import type { SameKeys } from '../catalogue.ts'
import type { parameter as zhcn } from '../zhcn/parameter.ts'

export const parameter: SameKeys<typeof zhcn> = {
  'parameter.invalidTimeZone': 'The time zone is not known',
  'parameter.invalidIssuer': 'The address must begin with https; http is for this machine only',
  'parameter.sys.title': 'System title',
  'parameter.sys.title.hint': 'Shown on the sign-in page and as the page title; empty means the default',
  'parameter.sys.logo': 'System logo',
  'parameter.sys.logo.hint':
    'Address of a picture, or a picture that you upload below; empty means the default',
  'parameter.logoPreview': 'Preview',
  'parameter.sys.timeZone': 'Time zone of the site',
  'parameter.sys.timeZone.hint': 'Task and cron times belong to this zone',
  'parameter.sys.openScreen': 'Screen projection',
  'parameter.sys.openScreen.hint': 'When off, devices offer no screen entries',
  'parameter.sys.account.captchaEnabled': 'Verification code at sign-in',
  'parameter.sys.account.captchaEnabled.hint': 'When off, no code is asked for',
  'parameter.sys.account.lockAfter': 'Wrong passwords until locked',
  'parameter.sys.account.lockAfter.hint': 'Counted per account and address',
  'parameter.sys.account.lockMinutes': 'Minutes locked',
  'parameter.sys.account.lockMinutes.hint': 'How long a locked account has to wait',
  'parameter.sys.account.registerUser': 'Registration',
  'parameter.sys.account.registerUser.hint':
    'When on, visitors can make accounts; an administrator then gives them roles',
  'parameter.sys.session.hours': 'Hours a session lives',
  'parameter.sys.session.hours.hint': 'Counted from the last call',
  'parameter.sys.oidc.enabled': 'Sign-in with an outside account',
  'parameter.sys.oidc.enabled.hint': 'When on, the sign-in page has a button for the OpenID Connect provider',
  'parameter.sys.oidc.issuer': 'Address of the outside provider',
  'parameter.sys.oidc.issuer.hint':
    'Issuer of the OpenID Connect provider, https; the redirect address to register there is this site’s address followed by /auth-redirect',
  'parameter.sys.oidc.clientId': 'Client id at the provider',
  'parameter.sys.oidc.clientId.hint': 'The client_id that the provider gave this site',
  'parameter.sys.oidc.clientSecret': 'Client secret at the provider',
  'parameter.sys.oidc.clientSecret.hint':
    'The client_secret that the provider gave this site; empty for public clients',
  'parameter.sys.oidc.label': 'Label of the outside sign-in button',
  'parameter.sys.oidc.label.hint': 'Shown on the sign-in page; empty means the default',
  'parameter.sys.uploadFile.fileSize': 'Upload limit in MB',
  'parameter.sys.uploadFile.fileSize.hint': 'For a single file',
  'parameter.sys.uploadFile.imageSize': 'Image limit in MB',
  'parameter.sys.uploadFile.imageSize.hint': 'For avatars and other images',
  'parameter.sys.uploadFile.fileType': 'File types allowed',
  'parameter.sys.uploadFile.fileType.hint': 'File name endings joined by commas',
  'parameter.device.enrolmentKey': 'Enrolment key',
  'parameter.device.enrolmentKey.hint': 'Phones show it once to enrol; empty lets none in',
  'parameter.device.heartbeatSeconds': 'Heartbeat seconds',
  'parameter.device.heartbeatSeconds.hint': 'How often phones report',
  'parameter.device.historyMinutes': 'History period in minutes',
  'parameter.device.historyMinutes.hint':
    'How often battery, temperature, memory, storage and online state are kept',
  'parameter.device.commandDays': 'Days that commands are kept',
  'parameter.device.commandDays.hint': 'Older commands and their records are removed',
  'parameter.device.legacyNumberOnly': 'Old phones by number alone',
  'parameter.device.legacyNumberOnly.hint':
    'For trusted networks only: old clients have no token and send heartbeats with their device number',
  'parameter.device.minAgentVersion': 'Oldest agent version',
  'parameter.device.minAgentVersion.hint':
    'The diagnosis tells phones with an older one to update; empty checks nothing',
  'parameter.sys.publicAddress': 'Public address',
  'parameter.sys.publicAddress.hint':
    'Where phones and QR codes find the server, such as https://console.example.com; empty means the address that a phone is connected to',
  'parameter.invalidAddress': 'The address must begin with http or https and have no path',
  'parameter.device.historyDays': 'Days of history',
  'parameter.device.historyDays.hint': 'Older values and events of devices are removed',
  'parameter.sys.outgoing.privateNetworks': 'Private networks that may be called',
  'parameter.sys.outgoing.privateNetworks.hint':
    'Calls that the server makes outside for users, such as to alarm robots, are refused inside private networks; exceptions such as 10.1.0.0/16, joined by commas',
  'parameter.alarm.language': 'Language of alarm messages',
  'parameter.alarm.language.hint': 'zhcn, zhtw or en; users may choose another one in their alarm settings',
  'parameter.alarm.groupSeconds': 'Seconds in which alarms gather',
  'parameter.alarm.groupSeconds.hint': 'Alarms that open within this time go into one message',
  'parameter.alarm.settleSeconds': 'Seconds until an alarm is over',
  'parameter.alarm.settleSeconds.hint':
    'A device has to stay well for so long before its alarm is over, so that it does not come and go',
  'parameter.alarm.retryHours': 'Hours in which messages are tried again',
  'parameter.alarm.retryHours.hint':
    'While the robot cannot be reached, its messages are kept and tried again for so long',
  'parameter.alarm.keepDays': 'Days that alarms are kept',
  'parameter.alarm.keepDays.hint': 'Resolved alarms and sent messages older than this are removed',
  'parameter.invalidNetworks': 'Enter IP addresses or networks, joined by commas',
}
