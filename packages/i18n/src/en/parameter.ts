import type { SameKeys } from '../catalogue.ts'
import type { parameter as zhcn } from '../zhcn/parameter.ts'

export const parameter: SameKeys<typeof zhcn> = {
  'parameter.invalidTimeZone': 'Unknown time zone. Enter an IANA name such as Asia/Shanghai.',
  'parameter.invalidGroupRoles': 'Enter each pair as group=role key, separated by semicolons',
  'parameter.invalidIssuer':
    'Enter an address that starts with https:// and has no query (http:// only for localhost)',
  'parameter.sys.title': 'System title',
  'parameter.sys.title.hint':
    'Shown on the sign-in page and in the browser tab. Leave empty for the default.',
  'parameter.sys.logo': 'System logo',
  'parameter.sys.logo.hint': 'Image URL or uploaded image. Leave empty for the default.',
  'parameter.sys.timeZone': 'Site time zone',
  'parameter.sys.timeZone.hint': 'Applies to task schedules and cron expressions, e.g. Asia/Shanghai',
  'parameter.sys.openScreen': 'Screen mirroring',
  'parameter.sys.openScreen.hint': 'When off, device menus do not show screen mirroring',
  'parameter.sys.account.captchaEnabled': 'Verification code at sign-in',
  'parameter.sys.account.captchaEnabled.hint': 'When off, users sign in without a verification code',
  'parameter.sys.account.lockAfter': 'Failed attempts before lockout',
  'parameter.sys.account.lockAfter.hint':
    'Counted per user name and IP address. After ten times as many failures from all addresses, sign-in is also locked for addresses the user has not signed in from.',
  'parameter.sys.account.lockMinutes': 'Lockout duration (minutes)',
  'parameter.sys.account.lockMinutes.hint': 'Users can try again this long after the last failed attempt',
  'parameter.sys.account.passwordMin': 'Minimum password length (characters)',
  'parameter.sys.account.passwordMin.hint': 'Applies to new passwords only',
  'parameter.sys.account.passwordMax': 'Maximum password length (characters)',
  'parameter.sys.account.passwordMax.hint':
    'Applies to new passwords only. If lower than the minimum, the minimum applies.',
  'parameter.sys.account.adminFactor': 'Two-step verification for super admins',
  'parameter.sys.account.adminFactor.hint':
    'When on, super admins must set up an authenticator app or a passkey. For other roles, change this under Roles.',
  'parameter.sys.oidc.skipFactor': 'Skip two-step verification for external sign-ins',
  'parameter.sys.oidc.skipFactor.hint': 'Turn on only if the identity provider requires a second step itself',
  'parameter.sys.account.registerUser': 'Self-registration',
  'parameter.sys.account.registerUser.hint':
    'When on, visitors can create accounts. An administrator then assigns their roles.',
  'parameter.sys.session.days': 'Maximum session length (days)',
  'parameter.sys.session.days.hint': 'Counted from sign-in. The session ends even if it is in use.',
  'parameter.sys.session.hours': 'Session timeout (hours)',
  'parameter.sys.session.hours.hint': 'Users must sign in again after this long without activity',
  'parameter.sys.oidc.enabled': 'External sign-in (OpenID Connect)',
  'parameter.sys.oidc.enabled.hint':
    'When on, the sign-in page shows a button for the identity provider. Set the public address of the site first.',
  'parameter.sys.oidc.issuer': 'Identity provider issuer URL',
  'parameter.sys.oidc.issuer.hint':
    'Issuer of the OpenID Connect provider, starting with https://. Register the public address followed by /auth-redirect there as the redirect address. Add a provider in a private network to “Allowed private networks”.',
  'parameter.sys.oidc.clientId': 'Client ID',
  'parameter.sys.oidc.clientId.hint': 'The client_id that the identity provider issued for this site',
  'parameter.sys.oidc.clientSecret': 'Client secret',
  'parameter.sys.oidc.clientSecret.hint':
    'The client_secret that the identity provider issued. Leave empty for public clients.',
  'parameter.sys.oidc.label': 'External sign-in button label',
  'parameter.sys.oidc.label.hint': 'Shown on the sign-in page. Leave empty for the default label.',
  'parameter.sys.oidc.provision': 'Create accounts at first external sign-in',
  'parameter.sys.oidc.provision.hint':
    'When on, people without an account get one when they first sign in with an external account. It has no password and no devices, and gets the roles set below. Deleted accounts are created again: to keep somebody out, disable the account instead.',
  'parameter.sys.oidc.roleClaim': 'Groups claim',
  'parameter.sys.oidc.roleClaim.hint':
    'Name of the claim with the groups of a user, e.g. groups or realm_access.roles. Leave empty to ignore groups.',
  'parameter.sys.oidc.roles': 'Roles by external group',
  'parameter.sys.oidc.roles.hint':
    'At each external sign-in, the roles listed here are granted or removed by group; other roles do not change. Write group=role key, separated by semicolons, e.g. fleet-admins=admin; *=viewer, where * means all users. Leave empty to assign roles only in the console.',
  'parameter.sys.uploadFile.fileSize': 'Maximum upload size (MB)',
  'parameter.sys.uploadFile.fileSize.hint': 'For each uploaded file',
  'parameter.sys.uploadFile.imageSize': 'Maximum image size (MB)',
  'parameter.sys.uploadFile.imageSize.hint': 'For each avatar or other image',
  'parameter.sys.uploadFile.fileType': 'Allowed file types',
  'parameter.sys.uploadFile.fileType.hint':
    'File extensions, separated by commas. Leave empty for the default types.',
  'parameter.device.enrolmentKey': 'Site enrolment key',
  'parameter.device.enrolmentKey.hint':
    'Phones use it once to enrol. It does not expire, and anyone who has it can enrol phones, so enrolment codes are safer. Leave empty to turn off enrolment with the site key.',
  'parameter.device.siteKeyEnrols': 'Enrol with the site enrolment key',
  'parameter.device.siteKeyEnrols.hint':
    'When off, phones need an enrolment code or a user’s enrolment key. Enrolled phones are not affected.',
  'parameter.device.requireKey': 'Require a key pair to enrol',
  'parameter.device.requireKey.hint':
    'When on, older agents without a key pair cannot enrol. Enrolled phones are not affected.',
  'parameter.device.heartbeatSeconds': 'Heartbeat interval (seconds)',
  'parameter.device.heartbeatSeconds.hint':
    'How often phones report their status. Shorter intervals mean more load.',
  'parameter.device.historyMinutes': 'History interval (minutes)',
  'parameter.device.historyMinutes.hint':
    'How often battery, temperature, memory, storage and online status are recorded',
  'parameter.device.commandDays': 'Keep commands for (days)',
  'parameter.device.commandDays.hint': 'Older commands and their results are deleted',
  'parameter.dynamic.queryRows': 'Maximum rows per query',
  'parameter.dynamic.queryRows.hint': 'Rows that a script query on a dynamic table can return',
  'parameter.device.legacyNumberOnly': 'Allow legacy phones without a token',
  'parameter.device.legacyNumberOnly.hint':
    'For trusted networks only. Older agents without a token connect with just their device number.',
  'parameter.device.legacyNetworks': 'Networks of legacy phones',
  'parameter.device.legacyNetworks.hint':
    'Phones without a token can connect only from these addresses or networks, e.g. 10.1.0.0/16, separated by commas. Leave empty to allow none.',
  'parameter.device.minAgentVersion': 'Minimum agent version',
  'parameter.device.minAgentVersion.hint':
    'Diagnosis recommends an update for phones with an older agent. Leave empty to skip the check.',
  'parameter.sys.publicAddress': 'Public address',
  'parameter.sys.publicAddress.hint':
    'Address at which phones, QR codes and the identity provider reach the server, e.g. https://console.example.com. Leave empty to use the address that phones connect to.',
  'parameter.isGuarded':
    'You need the “Edit security settings” permission to change “{{name}}”. Ask an administrator.',
  'parameter.guardedHint': 'Requires the “Edit security settings” permission',
  'parameter.invalidAddress': 'Enter an address that starts with http:// or https:// and has no path',
  'parameter.invalidFolder': 'Enter an absolute path, e.g. /mnt/backups',
  'parameter.storage.userMegabytes': 'Storage per user (MB)',
  'parameter.storage.userMegabytes.hint':
    'Files, recordings and caches together. When it is full, uploads and recordings are refused. Set to 0 for no limit.',
  'parameter.storage.tenantMegabytes': 'Storage per tenant (MB)',
  'parameter.storage.tenantMegabytes.hint':
    'A tenant here is a user directly below the administrators, with all sub-users. Set to 0 for no limit.',
  'parameter.storage.temporaryMegabytes': 'Temporary files per user (MB)',
  'parameter.storage.temporaryMegabytes.hint':
    'Exports and files fetched from phones. They are deleted after a day and do not count towards storage. Set to 0 for no limit.',
  'parameter.storage.unusedHours': 'Keep unused files for (hours)',
  'parameter.storage.unusedHours.hint': 'Older uploads that nothing uses are deleted',
  'parameter.tenant.lowPercent': 'Usage warning threshold (%)',
  'parameter.tenant.lowPercent.hint':
    'A user and their parent users are warned when usage of a device quota or storage limit reaches this percentage',
  'parameter.tenant.expiryDays': 'Expiry warning (days before)',
  'parameter.tenant.expiryDays.hint':
    'A user and their parent users are warned this many days before the account expires',
  'parameter.tenant.usageDays': 'Keep usage of accounts for (days)',
  'parameter.tenant.usageDays.hint':
    'Older daily usage, on which growth charts and bills are based, and older warnings that have ended are deleted',
  'parameter.device.historyDays': 'Keep device history for (days)',
  'parameter.device.historyDays.hint': 'Older history and device events are deleted, each day as a whole',
  'parameter.sys.outgoing.privateNetworks': 'Allowed private networks',
  'parameter.sys.outgoing.privateNetworks.hint':
    'The server refuses to send requests, e.g. to alarm bots or S3 storage, to private networks. Enter the addresses or networks to allow, e.g. 10.1.0.0/16, separated by commas. Leave empty to allow none.',
  'parameter.screen.stunServers': 'STUN servers',
  'parameter.screen.stunServers.hint':
    'Used to find public addresses for the video stream. Separate several with commas. Leave empty to use none.',
  'parameter.screen.turnServers': 'TURN servers',
  'parameter.screen.turnServers.hint':
    'Relay the video stream when no direct connection is possible, e.g. turn:turn.example.com:3478. Separate several with commas. Leave empty to use no relay.',
  'parameter.screen.turnSecret': 'TURN secret',
  'parameter.screen.turnSecret.hint':
    'The static-auth-secret of the TURN servers, used to issue temporary credentials. Leave empty to use no relay.',
  'parameter.screen.turnMinutes': 'TURN credential lifetime (minutes)',
  'parameter.screen.turnMinutes.hint': 'New credentials are issued each time a screen is opened',
  'parameter.recording.picturesPerSecond': 'Recording frame rate (fps)',
  'parameter.recording.picturesPerSecond.hint':
    'If a phone sends more, only the latest frames are saved. Higher values make larger files.',
  'parameter.recording.maxMinutes': 'Maximum recording length (minutes)',
  'parameter.recording.maxMinutes.hint': 'Recordings that reach it stop automatically and are saved',
  'parameter.recording.minFreeMegabytes': 'Minimum free space for recordings (MB)',
  'parameter.recording.minFreeMegabytes.hint':
    'With less free disk space, no recording starts, and running ones are stopped and saved. Set to 0 to skip the check.',
  'parameter.recording.keepDays': 'Keep recordings for (days)',
  'parameter.recording.keepDays.hint': 'Older recordings and their files are deleted',
  'parameter.screen.wallMegabits': 'Bandwidth limit per wall (Mbit/s)',
  'parameter.screen.wallMegabits.hint':
    'Total for all screens of a page. When a page would exceed it, the frame rate drops.',
  'parameter.booking.maxDays': 'Longest booking (days)',
  'parameter.booking.maxDays.hint': 'Also limits how long phones can be asked for in line',
  'parameter.booking.maxPhones': 'Phones reserved per user',
  'parameter.booking.maxPhones.hint':
    'For the same time. Administrators of bookings are exempt. 0 means no limit.',
  'parameter.booking.weekHours': 'Phone hours reserved per user and week',
  'parameter.booking.weekHours.hint':
    'Weeks begin on Monday in the site’s time zone, 2 phones for 3 hours count as 6 phone hours, and 0 means no limit',
  'parameter.booking.warnMinutes': 'Booking reminder (minutes before)',
  'parameter.booking.warnMinutes.hint':
    'Reminds the user before a booking ends, and who controls the phone before another user’s booking begins',
  'parameter.booking.acceptMinutes': 'Time to accept from the line (minutes)',
  'parameter.booking.acceptMinutes.hint': 'After that the phones are offered to the next in line',
  'parameter.booking.keepDays': 'Keep bookings (days)',
  'parameter.booking.keepDays.hint': 'Older bookings are deleted automatically',
  'parameter.screenLink.maxDays': 'Longest guest link (days)',
  'parameter.screenLink.maxDays.hint': 'From its creation or extension. Existing links stay as they are.',
  'parameter.screenLink.keepDays': 'Keep guest links (days)',
  'parameter.screenLink.keepDays.hint':
    'Links that ended earlier are deleted automatically, with their visits',
  'parameter.task.runDays': 'Keep run history for (days)',
  'parameter.task.runDays.hint': 'Older runs and their logs are deleted, each week as a whole',
  'parameter.alarm.language': 'Alarm message language',
  'parameter.alarm.language.hint':
    'Default language of alarm messages. Users can select another one in their alarm settings.',
  'parameter.alarm.groupSeconds': 'Alarm grouping window (seconds)',
  'parameter.alarm.groupSeconds.hint': 'Alarms raised within this time are sent as one message',
  'parameter.alarm.settleSeconds': 'Recovery delay (seconds)',
  'parameter.alarm.settleSeconds.hint':
    'A device must stay healthy this long before its alarm is resolved, which avoids repeated alarms. Set to 0 to resolve it immediately.',
  'parameter.alarm.retryHours': 'Retry alarm messages for (hours)',
  'parameter.alarm.retryHours.hint': 'How long messages are retried when a bot cannot be reached',
  'parameter.alarm.incidents': 'Send incidents to bots',
  'parameter.alarm.incidents.hint': 'When on, bots of users who can view incidents also receive incidents',
  'parameter.alarm.keepDays': 'Keep alarms for (days)',
  'parameter.alarm.keepDays.hint':
    'Older resolved alarms, incidents that have ended and sent messages are deleted',
  'parameter.showSecret': 'Show',
  'parameter.replaceSecret': 'Replace',
  'parameter.invalidRecipients':
    'Enter age public keys, which start with age1, separated by commas or spaces',
  'parameter.invalidPassphrase': 'The backup passphrase must be at least 16 characters',
  'parameter.invalidStun': 'Enter addresses that start with stun:, separated by commas',
  'parameter.invalidTurn': 'Enter addresses that start with turn: or turns:, separated by commas',
  'parameter.invalidNetworks': 'Enter IP addresses or networks, e.g. 10.1.0.0/16, separated by commas',
  'parameter.data.contentKilobytes': 'Maximum data item size (KB)',
  'parameter.data.contentKilobytes.hint': 'For the content of one data item',
  'parameter.data.cacheKilobytes': 'Maximum cache value size (KB)',
  'parameter.data.cacheKilobytes.hint': 'For one value in the temporary cache',
  'parameter.cache.maxCount': 'Caches per user',
  'parameter.cache.maxCount.hint':
    'Caches created by scripts on the user’s phones and in the console together. Set to 0 for no limit.',
  'parameter.cache.maxMegabytes': 'Cache size per user (MB)',
  'parameter.cache.maxMegabytes.hint': 'All cache values of a user together. Set to 0 for no limit.',
  'parameter.data.mostItems': 'Maximum items per call',
  'parameter.data.mostItems.hint': 'Data items that a script can read or claim at a time',
  'parameter.data.leaseOfflineSeconds': 'Reclaim leases after (seconds offline)',
  'parameter.data.leaseOfflineSeconds.hint':
    'Leased items are reclaimed when the phone has been offline this long',
  'parameter.data.handoutDays': 'Keep claim history for (days)',
  'parameter.data.handoutDays.hint': 'Older claim records are deleted',
  'parameter.sys.log.operationDays': 'Keep operation log for (days)',
  'parameter.sys.log.operationDays.hint':
    'A scheduled job deletes older entries, each week as a whole, and older records of role changes',
  'parameter.sys.log.loginDays': 'Keep sign-in log for (days)',
  'parameter.sys.log.loginDays.hint':
    'A scheduled job deletes older entries, each week as a whole, and older records of throttled callers',
  'parameter.sys.log.jobDays': 'Keep job log for (days)',
  'parameter.sys.log.jobDays.hint': 'A scheduled job deletes older entries',
  'parameter.sys.loginBackground': 'Sign-in page background',
  'parameter.sys.loginBackground.hint': 'Image URL or uploaded image. Leave empty for the default.',
  'parameter.sys.copyright': 'Copyright',
  'parameter.sys.copyright.hint': 'Shown at the bottom of the sign-in page. Leave empty to hide.',
  'parameter.sys.filing': 'ICP filing number',
  'parameter.sys.filing.hint': 'Shown at the bottom of the sign-in page. Leave empty to hide.',
  'parameter.invalidPicture': 'Enter the address of an image on this site, or one that starts with https://',
  'parameter.unknown': 'This parameter does not exist. Refresh the page and try again.',
  'parameter.nothingGiven': 'No changes to save',
  'parameter.siteTitle': 'Site settings',
  'parameter.siteHint': 'Changes take effect on all servers when you save',
  'parameter.saveChanges': 'Save {{count}} {{count|change|changes}}',
  'parameter.saveNone': 'Save',
  'parameter.saved': 'Saved',
  'parameter.toDefault': 'Reset to default',
  'parameter.group.look': 'Appearance',
  'parameter.group.site': 'Site',
  'parameter.group.account': 'Accounts and sign-in',
  'parameter.group.outside': 'External sign-in',
  'parameter.group.upload': 'Uploads',
  'parameter.group.device': 'Devices and tasks',
  'parameter.group.screen': 'Screen mirroring',
  'parameter.group.alarm': 'Alarms',
  'parameter.group.data': 'Shared data',
  'parameter.group.backup': 'Backups',
  'parameter.group.retention': 'Data retention',
  'parameter.script.fileSize': 'Maximum script size (MB)',
  'parameter.script.fileSize.hint': 'For each script file that is uploaded or downloaded from an address',
  'parameter.script.fileType': 'Allowed script file types',
  'parameter.script.fileType.hint':
    'File extensions, separated by commas. The agent runs js and ts. Leave empty for the default.',
  'parameter.script.httpHosts': 'Hosts that scripts can reach',
  'parameter.script.httpHosts.hint':
    'HTTP calls from scripts reach only these hosts, e.g. api.example.com or *.example.com, separated by commas. Leave empty to block all.',
  'parameter.script.exceptionDays': 'Keep script errors for (days)',
  'parameter.script.exceptionDays.hint': 'Older script errors are deleted',
  'parameter.script.evidence': 'Store evidence of script errors',
  'parameter.script.evidence.hint':
    'When on, phones add a screenshot, the screen elements and the last 50 log lines to script errors. Uses the owner’s storage.',
  'parameter.script.evidenceBlurred': 'Blur evidence',
  'parameter.script.evidenceBlurred.hint':
    'When on, phones blur screenshots and mask the texts of elements before the upload. Log lines are not changed.',
  'parameter.script.evidencePerCause': 'Evidence per error cause',
  'parameter.script.evidencePerCause.hint':
    'Only the newest evidence of each cause is stored. Once the limit is reached, one more per minute replaces the oldest.',
  'parameter.script.keptTryHours': 'Time limit of kept tests (hours)',
  'parameter.script.keptTryHours.hint':
    'A test that goes on without the editor ends after this time. Other tests end after 10 minutes.',
  'parameter.device.downloads': 'Parallel downloads per server',
  'parameter.device.downloads.hint':
    'How many phones can download files from one server at a time. Others retry a little later.',
  'parameter.device.spread': 'Balance phones across servers',
  'parameter.device.spread.hint':
    'When on, a server with clearly more phones than the others, e.g. after their restart, asks phones that nobody is using to reconnect',
  'parameter.sys.backup.keep': 'Backups to keep',
  'parameter.sys.backup.keep.hint': 'Older backups are deleted after a new one is complete',
  'parameter.sys.backup.recipients': 'Public keys for encryption',
  'parameter.sys.backup.recipients.hint':
    'Up to 7 keys that start with age1, separated by commas or spaces. New backups can be restored only with a matching private key; you can create a key pair under Backups. Leave empty to encrypt with the passphrase or not at all.',
  'parameter.sys.backup.passphrase': 'Backup passphrase',
  'parameter.sys.backup.passphrase.hint':
    'At least 16 characters. Encrypts backups when no public key is set. Without it, these backups cannot be restored.',
  'parameter.sys.backup.place': 'Off-site storage',
  'parameter.sys.backup.place.hint':
    'None: data folder only. Folder: another folder, e.g. on a mounted disk. S3 storage: S3-compatible object storage.',
  'parameter.sys.backup.copies': 'Off-site copies to keep',
  'parameter.sys.backup.copies.hint': 'Older copies are deleted after a new one is complete and verified',
  'parameter.sys.backup.folder': 'Off-site folder',
  'parameter.sys.backup.folder.hint':
    'Absolute path of an existing folder on the server, e.g. /mnt/backups. Use one that exists only while the disk is mounted.',
  'parameter.sys.backup.s3.endpoint': 'S3 address',
  'parameter.sys.backup.s3.endpoint.hint':
    'E.g. https://s3.example.com, without a path. Leave empty for Amazon S3.',
  'parameter.sys.backup.s3.region': 'S3 region',
  'parameter.sys.backup.s3.region.hint':
    'Region name used by the provider; usually us-east-1 for self-hosted storage. Leave empty for us-east-1.',
  'parameter.sys.backup.s3.bucket': 'S3 bucket',
  'parameter.sys.backup.s3.bucket.hint': 'Name of an existing bucket',
  'parameter.sys.backup.s3.prefix': 'Prefix in the bucket',
  'parameter.sys.backup.s3.prefix.hint':
    'E.g. fleetdeck/. Installations that share a bucket need different prefixes. Leave empty to use the whole bucket.',
  'parameter.sys.backup.s3.accessKey': 'S3 access key ID',
  'parameter.sys.backup.s3.accessKey.hint':
    'Needs permission to list, read, write and delete below the prefix',
  'parameter.sys.backup.s3.secretKey': 'S3 secret access key',
  'parameter.sys.backup.s3.secretKey.hint': 'The secret of the access key ID above',
  'parameter.sys.backup.s3.pathStyle': 'Bucket in the path',
  'parameter.sys.backup.s3.pathStyle.hint':
    'On: https://address/bucket. Off: https://bucket.address, which some providers require.',
}
