import type { SameKeys } from '../catalogue.ts'
import type { parameter as zhcn } from '../zhcn/parameter.ts'

export const parameter: SameKeys<typeof zhcn> = {
  'parameter.invalidTimeZone': 'The time zone is not known',
  'parameter.invalidGroupRoles': 'Write each as group=role key, separated by semicolons',
  'parameter.invalidIssuer':
    'The address must start with https:// (http:// is allowed only for this machine)',
  'parameter.sys.title': 'System title',
  'parameter.sys.title.hint':
    'Shown on the sign-in page and in the browser tab. Leave empty for the default.',
  'parameter.sys.logo': 'System logo',
  'parameter.sys.logo.hint': 'Enter an image URL or upload an image above. Leave empty for the default.',
  'parameter.sys.timeZone': 'Time zone of the site',
  'parameter.sys.timeZone.hint': 'Task schedules and cron expressions use this time zone',
  'parameter.sys.openScreen': 'Screen mirroring',
  'parameter.sys.openScreen.hint': 'When off, device menus do not offer screen mirroring',
  'parameter.sys.account.captchaEnabled': 'Verification code at sign-in',
  'parameter.sys.account.captchaEnabled.hint': 'When off, sign-in does not ask for a code',
  'parameter.sys.account.lockAfter': 'Failed attempts before lockout',
  'parameter.sys.account.lockAfter.hint':
    'Counted per account and address; ten times as many from all addresses lock the account where it is not known',
  'parameter.sys.account.lockMinutes': 'Lockout duration (minutes)',
  'parameter.sys.account.lockMinutes.hint': 'How long a locked account must wait',
  'parameter.sys.account.passwordMin': 'Shortest password',
  'parameter.sys.account.passwordMin.hint': 'Characters; for new passwords',
  'parameter.sys.account.passwordMax': 'Longest password',
  'parameter.sys.account.passwordMax.hint':
    'Characters; for new passwords. When below the shortest one, that length applies.',
  'parameter.sys.account.adminFactor': 'Second factor for super users',
  'parameter.sys.account.adminFactor.hint':
    'Super users have to set up an authenticator app or a passkey. For other roles, see Roles.',
  'parameter.sys.oidc.skipFactor': 'No second factor after outside sign-ins',
  'parameter.sys.oidc.skipFactor.hint': 'Only if the provider asks for a second factor itself',
  'parameter.sys.account.registerUser': 'Self-registration',
  'parameter.sys.account.registerUser.hint':
    'When on, visitors can create accounts; an administrator then assigns roles',
  'parameter.sys.session.days': 'Days until a session ends',
  'parameter.sys.session.days.hint': 'Counted from the sign-in, also while it is in use',
  'parameter.sys.session.hours': 'Session timeout (hours)',
  'parameter.sys.session.hours.hint': 'Users must sign in again after this long without activity',
  'parameter.sys.oidc.enabled': 'External sign-in (OpenID Connect)',
  'parameter.sys.oidc.enabled.hint':
    'When on, the sign-in page has a button for the OpenID Connect provider; needs the public address of the site',
  'parameter.sys.oidc.issuer': 'Identity provider issuer URL',
  'parameter.sys.oidc.issuer.hint':
    'Issuer of the OpenID Connect provider, https; the redirect address to register there is the public address followed by /auth-redirect. A provider in a private network has to be among the networks that may be called.',
  'parameter.sys.oidc.clientId': 'Client ID',
  'parameter.sys.oidc.clientId.hint': 'The client_id issued by the identity provider',
  'parameter.sys.oidc.clientSecret': 'Client secret',
  'parameter.sys.oidc.clientSecret.hint':
    'The client_secret issued by the identity provider. Leave empty for public clients.',
  'parameter.sys.oidc.label': 'External sign-in button label',
  'parameter.sys.oidc.label.hint': 'Shown on the sign-in page; empty means the default',
  'parameter.sys.oidc.provision': 'Create accounts at the first outside sign-in',
  'parameter.sys.oidc.provision.hint':
    'When on, people without an account here get one when they sign in with the outside provider; it has no password and no devices, its roles follow below. A deleted account is created again: disable it to keep somebody out.',
  'parameter.sys.oidc.roleClaim': 'Claim with the groups of a person',
  'parameter.sys.oidc.roleClaim.hint':
    'The name of the claim at the provider, such as groups or realm_access.roles; empty means none',
  'parameter.sys.oidc.roles': 'Roles by outside groups',
  'parameter.sys.oidc.roles.hint':
    'At each sign-in with the outside provider the roles named here are given or taken by group; other roles stay. Written as group=role key, separated by semicolons, such as fleet-admins=admin; *=viewer, where * is everybody.',
  'parameter.sys.uploadFile.fileSize': 'Maximum upload size (MB)',
  'parameter.sys.uploadFile.fileSize.hint': 'Per file',
  'parameter.sys.uploadFile.imageSize': 'Maximum image size (MB)',
  'parameter.sys.uploadFile.imageSize.hint': 'For avatars and other images',
  'parameter.sys.uploadFile.fileType': 'Allowed file types',
  'parameter.sys.uploadFile.fileType.hint': 'File extensions, separated by commas',
  'parameter.device.enrolmentKey': 'Enrolment key',
  'parameter.device.enrolmentKey.hint':
    'Phones show it once to enrol, empty: no phone can. It does not expire: anyone who has it can enrol phones. Enrolment codes are safer.',
  'parameter.device.siteKeyEnrols': 'Enrol phones with the enrolment key',
  'parameter.device.siteKeyEnrols.hint':
    'Switched off, phones need an enrolment code or the key of a user. Enrolled phones keep working.',
  'parameter.device.requireKey': 'Enrol phones with a key pair only',
  'parameter.device.requireKey.hint':
    'Older agents without a key pair can no longer enrol; phones that are enrolled keep working',
  'parameter.device.heartbeatSeconds': 'Heartbeat interval (seconds)',
  'parameter.device.heartbeatSeconds.hint': 'How often phones report their status',
  'parameter.device.historyMinutes': 'History interval (minutes)',
  'parameter.device.historyMinutes.hint':
    'How often battery, temperature, memory, storage and online status are recorded',
  'parameter.device.commandDays': 'Keep commands for (days)',
  'parameter.device.commandDays.hint': 'Older commands and their results are deleted',
  'parameter.dynamic.queryRows': 'Maximum rows per query',
  'parameter.dynamic.queryRows.hint': 'Limit for one script query on a custom table',
  'parameter.device.legacyNumberOnly': 'Allow legacy phones without a token',
  'parameter.device.legacyNumberOnly.hint':
    'For trusted networks only: legacy clients send heartbeats with just their device number',
  'parameter.device.legacyNetworks': 'Networks of phones by number alone',
  'parameter.device.legacyNetworks.hint':
    'Old phones without a token are only accepted from these, such as 10.1.0.0/16, joined by commas; empty accepts none',
  'parameter.device.minAgentVersion': 'Minimum agent version',
  'parameter.device.minAgentVersion.hint':
    'Phones with an older agent are told to update in Diagnosis. Leave empty to skip the check.',
  'parameter.sys.publicAddress': 'Public address',
  'parameter.sys.publicAddress.hint':
    'Where phones, QR codes and outside providers find the server, such as https://console.example.com; empty means the address that a phone is connected to',
  'parameter.isGuarded': 'Changing “{{name}}” needs the right to change security settings',
  'parameter.guardedHint': 'Needs the right to change security settings',
  'parameter.invalidAddress': 'The address must start with http:// or https:// and contain no path',
  'parameter.invalidFolder': 'The folder must be absolute, such as /mnt/backups',
  'parameter.storage.userMegabytes': 'Storage of each user (MB)',
  'parameter.storage.userMegabytes.hint':
    'Files, recordings and caches; when full, uploads and recordings are refused. 0 means unlimited',
  'parameter.storage.tenantMegabytes': 'Storage of each tenant (MB)',
  'parameter.storage.tenantMegabytes.hint':
    'A tenant is the highest user below the administrators with all users below. 0 means unlimited',
  'parameter.storage.temporaryMegabytes': 'Temporary files of each user (MB)',
  'parameter.storage.temporaryMegabytes.hint':
    'Exports and files from phones. They are deleted after a day and do not count as storage. 0 means unlimited.',
  'parameter.storage.unusedHours': 'Hours until unused files are deleted',
  'parameter.storage.unusedHours.hint': 'Uploads that nothing refers to are deleted after this time',
  'parameter.tenant.lowPercent': 'Account warnings from (percent)',
  'parameter.tenant.lowPercent.hint':
    'Accounts and the users above them are warned when this percentage of a device quota or storage limit is in use',
  'parameter.tenant.expiryDays': 'Warning before an account expires (days)',
  'parameter.tenant.expiryDays.hint':
    'Accounts and the users above them are warned this many days before the end',
  'parameter.tenant.usageDays': 'Days that usage of accounts is kept',
  'parameter.tenant.usageDays.hint':
    'Daily figures of accounts, the basis of growth charts and bills, and ended warnings older than this are removed',
  'parameter.device.historyDays': 'Keep history for (days)',
  'parameter.device.historyDays.hint': 'Older history and device events are deleted',
  'parameter.sys.outgoing.privateNetworks': 'Allowed private networks',
  'parameter.sys.outgoing.privateNetworks.hint':
    'Calls that the server makes outside, such as to alarm robots and S3 storage, are refused inside private networks; exceptions such as 10.1.0.0/16, joined by commas',
  'parameter.screen.stunServers': 'STUN servers',
  'parameter.screen.stunServers.hint':
    'Used to discover public addresses for video. Separate with commas. Can be empty on a local network.',
  'parameter.screen.turnServers': 'TURN servers',
  'parameter.screen.turnServers.hint':
    'Relay video when no direct connection is possible, e.g. turn:turn.example.com:3478. Separate with commas.',
  'parameter.screen.turnSecret': 'TURN secret',
  'parameter.screen.turnSecret.hint':
    'The static-auth-secret of the TURN servers, used to issue short-lived credentials. Leave empty to turn relaying off.',
  'parameter.screen.turnMinutes': 'TURN credential lifetime (minutes)',
  'parameter.screen.turnMinutes.hint': '5 to 1440. New credentials are issued each time a screen is opened.',
  'parameter.recording.picturesPerSecond': 'Recording frame rate (fps)',
  'parameter.recording.picturesPerSecond.hint':
    'If the phone sends more, only the latest frames are kept. Higher values make larger files.',
  'parameter.recording.maxMinutes': 'Maximum recording length (minutes)',
  'parameter.recording.maxMinutes.hint': 'Recording stops automatically',
  'parameter.recording.minFreeMegabytes': 'Minimum free disk space (MB)',
  'parameter.recording.minFreeMegabytes.hint':
    'Below this, no recording can start; running ones are stopped and saved',
  'parameter.recording.keepDays': 'Keep recordings for (days)',
  'parameter.recording.keepDays.hint': 'Older recordings and their files are deleted',
  'parameter.screen.wallMegabits': 'Bandwidth limit per wall (Mbit/s)',
  'parameter.screen.wallMegabits.hint': '1 to 1000. When a page would exceed it, the frame rate drops.',
  'parameter.task.runDays': 'Keep run history for (days)',
  'parameter.task.runDays.hint': 'Older runs and their logs are deleted',
  'parameter.alarm.language': 'Alarm message language',
  'parameter.alarm.language.hint': 'zhcn, zhtw or en. Users can choose another one in their alarm settings.',
  'parameter.alarm.groupSeconds': 'Alarm grouping window (seconds)',
  'parameter.alarm.groupSeconds.hint': 'Alarms raised within this time are sent as one message',
  'parameter.alarm.settleSeconds': 'Recovery delay (seconds)',
  'parameter.alarm.settleSeconds.hint':
    'A device must stay healthy this long before its alarm is resolved, to avoid flapping',
  'parameter.alarm.retryHours': 'Retry messages for (hours)',
  'parameter.alarm.retryHours.hint': 'How long to keep retrying when the bot cannot be reached',
  'parameter.alarm.incidents': 'Robots receive incidents',
  'parameter.alarm.incidents.hint':
    'true or false; robots of users who may see incidents also receive those of the installation',
  'parameter.alarm.keepDays': 'Keep alarms for (days)',
  'parameter.alarm.keepDays.hint': 'Older resolved alarms and message history are deleted',
  'parameter.showSecret': 'Show',
  'parameter.replaceSecret': 'Replace',
  'parameter.invalidRecipients':
    'Enter public keys of age, which begin with age1, separated by commas or spaces',
  'parameter.invalidPassphrase': 'The passphrase for backups must have at least 16 characters',
  'parameter.invalidStun': 'Enter addresses starting with stun:, separated by commas',
  'parameter.invalidTurn': 'Enter addresses starting with turn: or turns:, separated by commas',
  'parameter.invalidNetworks': 'Enter IP addresses or networks, separated by commas',
  'parameter.data.contentKilobytes': 'Maximum item size (KB)',
  'parameter.data.contentKilobytes.hint': 'Maximum content length of one data item',
  'parameter.data.cacheKilobytes': 'Maximum cache value size (KB)',
  'parameter.data.cacheKilobytes.hint': 'Maximum length of one cache value',
  'parameter.cache.maxCount': 'Number of caches of each user',
  'parameter.cache.maxCount.hint':
    'Made by scripts of the user’s phones and in the console; 0 means unlimited',
  'parameter.cache.maxMegabytes': 'Total size of the caches of each user (MB)',
  'parameter.cache.maxMegabytes.hint': 'Of all values of the user’s caches; 0 means unlimited',
  'parameter.data.mostItems': 'Maximum items per call',
  'parameter.data.mostItems.hint': 'How many items a script can read or claim at once',
  'parameter.data.leaseOfflineSeconds': 'Return leases after offline (seconds)',
  'parameter.data.leaseOfflineSeconds.hint':
    'Leased items go back to their group after the phone has been offline this long',
  'parameter.data.handoutDays': 'Keep claim history for (days)',
  'parameter.data.handoutDays.hint': 'Older claim records are deleted',
  'parameter.sys.log.operationDays': 'Keep audit log for (days)',
  'parameter.sys.log.operationDays.hint':
    'Older lines, and older changes of roles, are removed by a scheduled job',
  'parameter.sys.log.loginDays': 'Keep sign-in log for (days)',
  'parameter.sys.log.loginDays.hint': 'Older entries are deleted by a scheduled job',
  'parameter.sys.log.jobDays': 'Keep job history for (days)',
  'parameter.sys.log.jobDays.hint': 'Older entries are deleted by a scheduled job',
  'parameter.sys.loginBackground': 'Sign-in background',
  'parameter.sys.loginBackground.hint':
    'Enter an image URL or upload an image above. Leave empty for the default.',
  'parameter.sys.copyright': 'Copyright',
  'parameter.sys.copyright.hint': 'Shown at the bottom of the sign-in page',
  'parameter.sys.filing': 'ICP filing number',
  'parameter.sys.filing.hint': 'Shown at the bottom of the sign-in page. Leave empty to hide.',
  'parameter.invalidPicture': 'Enter the URL of an image on this site, or one starting with https://',
  'parameter.unknown': 'Unknown parameter',
  'parameter.nothingGiven': 'Nothing to save',
  'parameter.siteTitle': 'Site settings',
  'parameter.siteHint': 'Changes take effect on all servers as soon as you save',
  'parameter.saveChanges': 'Save {{count}} {{count|change|changes}}',
  'parameter.saveNone': 'Save',
  'parameter.saved': 'Saved',
  'parameter.toDefault': 'Reset to default',
  'parameter.group.look': 'Appearance',
  'parameter.group.site': 'Site',
  'parameter.group.account': 'Accounts and sign-in',
  'parameter.group.outside': 'External accounts',
  'parameter.group.upload': 'Uploads',
  'parameter.group.device': 'Devices and tasks',
  'parameter.group.screen': 'Screen mirroring',
  'parameter.group.alarm': 'Alarms',
  'parameter.group.data': 'Shared data',
  'parameter.group.backup': 'Backups',
  'parameter.group.retention': 'Retention',
  'parameter.script.fileSize': 'Maximum script size (MB)',
  'parameter.script.fileSize.hint': 'For scripts that are uploaded or downloaded from a URL',
  'parameter.script.fileType': 'Allowed script file types',
  'parameter.script.fileType.hint': 'File extensions, separated by commas. The agent runs js.',
  'parameter.script.httpHosts': 'Hosts that scripts can reach',
  'parameter.script.httpHosts.hint':
    'http calls from scripts only reach these hosts, separated by commas, e.g. api.example.com or *.example.com. Leave empty to block all.',
  'parameter.script.exceptionDays': 'Keep script errors for (days)',
  'parameter.script.exceptionDays.hint': 'Older errors are deleted',
  'parameter.device.downloads': 'Parallel downloads',
  'parameter.device.downloads.hint':
    'How many phones download from each server at once. Others retry a little later.',
  'parameter.device.spread': 'Spread phones over the servers',
  'parameter.device.spread.hint':
    'true: when one of several servers holds clearly more phones than the others, as after a restart, it asks some that nobody uses to connect again; false: never',
  'parameter.sys.backup.keep': 'Backups to keep',
  'parameter.sys.backup.keep.hint': 'Older backups are deleted after a new one is complete',
  'parameter.sys.backup.recipients': 'Public keys for backups',
  'parameter.sys.backup.recipients.hint':
    'They begin with age1; separated by commas or spaces, up to 7. New backups are restored with the private key only. The page Backups creates a key pair.',
  'parameter.sys.backup.passphrase': 'Passphrase for backups',
  'parameter.sys.backup.passphrase.hint':
    'At least 16 characters. Encrypts backups if there is no public key; without it they cannot be restored.',
  'parameter.sys.backup.place': 'Other place for backups',
  'parameter.sys.backup.place.hint':
    'none: only in the data folder; folder: a folder, such as a mounted disk; s3: any S3-compatible storage',
  'parameter.sys.backup.copies': 'Copies kept there',
  'parameter.sys.backup.copies.hint': 'Older ones go when a new one is complete and checked',
  'parameter.sys.backup.folder': 'Folder of the copies',
  'parameter.sys.backup.folder.hint':
    'On the server, absolute, such as /mnt/backups. It must exist; use one that is only there while the disk is mounted.',
  'parameter.sys.backup.s3.endpoint': 'S3 address',
  'parameter.sys.backup.s3.endpoint.hint': 'Such as https://s3.example.com, without a path; empty: Amazon S3',
  'parameter.sys.backup.s3.region': 'S3 region',
  'parameter.sys.backup.s3.region.hint': 'As the provider names it; for your own storage usually us-east-1',
  'parameter.sys.backup.s3.bucket': 'S3 bucket',
  'parameter.sys.backup.s3.bucket.hint': 'It must exist',
  'parameter.sys.backup.s3.prefix': 'Prefix in the bucket',
  'parameter.sys.backup.s3.prefix.hint':
    'Such as fleetdeck/; installations that share a bucket each need their own',
  'parameter.sys.backup.s3.accessKey': 'S3 access key',
  'parameter.sys.backup.s3.accessKey.hint':
    'It must be allowed to list, read, write and delete below the prefix',
  'parameter.sys.backup.s3.secretKey': 'S3 secret key',
  'parameter.sys.backup.s3.secretKey.hint': 'Belongs to the access key',
  'parameter.sys.backup.s3.pathStyle': 'S3 bucket in the path',
  'parameter.sys.backup.s3.pathStyle.hint':
    'true: https://address/bucket; false: https://bucket.address, which some providers require',
}
