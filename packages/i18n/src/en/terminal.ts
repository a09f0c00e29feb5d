import type { SameKeys } from '../catalogue.ts'
import type { terminal as zhcn } from '../zhcn/terminal.ts'

export const terminal: SameKeys<typeof zhcn> = {
  'usage.title': 'Usage: ',
  'usage.server':
    'Address of the server, e.g. http://localhost:8098. Of several of one installation, repeated or separated by commas, the nearest is used.',
  'usage.key': 'Enrolment code, or enrolment key of the site or of a user; used once for each phone',
  'usage.count': 'Number of phones, 1 to {{max}} (up to {{light}} with --light; default 1)',
  'usage.tokens': 'Folder for the phones’ device tokens (default {{folder}})',
  'usage.language': 'Language of the output (default: that of the terminal)',
  'usage.phoneLanguage':
    'Language of the phones (default zhcn) and of the output (default: that of the terminal)',
  'usage.answerLanguage':
    'Language of the phones’ logs and results (default zhcn) and of the output (default: that of the terminal)',
  'usage.namePrefix': 'Prefix of the device IDs (default: unique for each folder)',
  'usage.density': 'Screen width: 1, 2 or 3 times 360 pixels (default 1)',
  'usage.videoFrom': 'Command that writes H.264 (Annex B) to standard output, used as the phones’ video',
  'usage.light': 'Simulate phones without a screen (connection and heartbeats only)',
  'usage.newSigner': 'Accept a new script signing key of the server',
  'usage.agent': 'Connects every phone that adb lists to the console while it is plugged in',
  'usage.logcat': 'Add Android’s log of this priority or higher to the phones’ logs (default: off)',
  'usage.scrcpy':
    'scrcpy server file, for live touches, clipboard, two fingers and better video (by default the one uploaded in the console)',
  'usage.connect': 'Phone on the network, without an adb server; can be repeated',
  'usage.group': 'Phones in one process (default {{size}})',
  'usage.pair': 'Pairs this computer with a phone whose wireless debugging is on (Android 11 and later)',
  'usage.pairPhone':
    'Address in “Pair device with pairing code”; without it, a QR code for the phone is shown',
  'usage.pairCode': 'The six digits below that address',
  'usage.pairState': 'Folder of the agent (default {{folder}})',
  'usage.sharedSerial': 'Serial number that several phones have: each gets an ID of its own; can be repeated',
  'usage.adbServer': 'Address of the adb server, e.g. tcp:192.168.1.20:5037 (default tcp:127.0.0.1:5037)',
  'usage.help': 'Show this description',
  'usage.start': 'Start the server (the same without a command)',
  'usage.phones': 'Start simulated phones',
  'usage.db': 'Restore a backup, and other work on the database while no server runs',
  'usage.settings':
    'Other settings are environment variables, such as PORT (default 8098) and DATA_DIR (default ./data)',
  'usage.demo': 'Use simulated phones and a new data folder, deleted at the end (unless DATA_DIR is set)',
  'usage.migrate': 'Upgrade the database to this version without starting a server',
  'usage.restore': 'Replace the database and files with a backup; FILE can be s3://…',
  'usage.identity': 'Private key of an encrypted backup',
  'usage.passphrase': 'Passphrase of an encrypted backup',
  'usage.secretKey': 'secret.key of the site that made the backup',
  'usage.force': 'Replace existing data',
  'usage.rotateKey': 'Encrypt the secrets in the database with a new key',
  'usage.replaceSecrets': 'Create new secrets for a database whose secret.key is lost',
  'usage.resetFactor': 'Reset the second factor of a user; USER is the user name',
  'usage.move': 'Move the embedded database to DATABASE_URL',
  'usage.moveFiles': 'Copy all files between FILES_DIR (or DATA_DIR) and the S3 storage of the settings',
  'usage.moveTo': 'Where the files are copied to',
  'usage.moveFolder': 'The folder, if it is not DATA_DIR',
  'usage.standardInput': 'A file with a key or passphrase can be -, for standard input',
  'usage.keygen':
    'Create a key pair: writes the private key to FILE, prints the public key for LICENSE_PUBLIC_KEY',
  'usage.issue': 'Issue a licence code for the site with the serial number SERIAL',

  'node.fetching': 'Node {{version}} is too old: fetching Node {{needed}} with npm (once)',
  'node.needed': 'Node {{needed}} or newer is needed; this is {{version}}',

  'args.unknown': 'Unknown option {{option}}',
  'args.noValue': '{{option}} needs a value',
  'args.plain': '{{option}} cannot have a value',
  'args.unexpected': 'Unexpected argument “{{value}}”',
  'args.missing': '{{option}} is missing',
  'args.server': '--server must be an http or https address, not “{{value}}”',
  'args.range': '{{option}} must be a whole number from {{min}} to {{max}}, not “{{value}}”',
  'args.oneOf': '{{option}} must be one of {{values}}, not “{{value}}”',
  'args.namePrefix': '--name-prefix must be 1 to 100 printable ASCII characters without spaces',
  'args.noFile': 'The file {{file}} of {{option}} does not exist',
  'args.phone': '{{option}} must be like 192.168.1.5:5555, not “{{value}}”',
  'args.pairCode': '--code must be the six digits that the phone shows, not “{{value}}”',
  'args.adbServer': 'ADB_SERVER_SOCKET must be like tcp:127.0.0.1:5037, not “{{value}}”',

  'start.demo': 'fleetdeck demo: a console with simulated phones',
  'start.demoDeleted': 'The demo’s data is deleted when it stops',
  'start.building': 'Building the web console (first start or after an update) …',
  'start.buildFailed': 'Could not build the web console. Check the errors above.',
  'start.moveFailed': 'Could not write to {{folder}}. Check its permissions and try again.',
  'start.phones': 'Starting {{count}} simulated {{count|phone|phones}} …',

  'server.openingDatabase': 'Opening the database in {{folder}} …',
  'server.openingPostgres': 'Connecting to PostgreSQL …',
  'server.ready': 'Ready after {{seconds}} s',
  'server.captchaOff':
    'Warning: CAPTCHA=off. Sign-in does not ask for a verification code. Use this for automation only.',
  'server.console': 'Console',
  'server.userName': 'User name',
  'server.password': 'Password',
  'server.passwordSet': 'as set by ADMIN_PASSWORD',
  'server.passwordHint': '(must be changed at first sign-in)',
  'server.enrolmentKey': 'Enrolment key',
  'server.enrolmentKeyHint': '(phones enrol with it)',
  'server.stopping': 'Stopping …',
  'server.databaseEnded': 'The embedded database stopped unexpectedly ({{reason}}). Opening it again.',
  'server.databaseReopened': 'The embedded database is open again',
  'server.otherFiles':
    'Note: the files of this database were in {{former}}, and this server uses {{address}}. Files that are only in the former place cannot be opened; copy them with {{command}}.',

  'setting.wrong': 'The setting {{name}} must be {{expected}}',
  'setting.port': 'a port from 0 to 65535',
  'setting.listen': 'an address to listen on',
  'setting.folder': 'a folder',
  'setting.postgresUrl': 'an address such as postgresql://user:password@host:5432/name',
  'setting.redisUrl': 'an address such as redis://host:6379',
  'setting.number': 'a number from {{min}} to {{max}}',
  'setting.seconds': 'a number of seconds from {{min}} to {{max}}',
  'setting.redisPrefix': '1 to 40 letters, digits, underscores or hyphens',
  'setting.s3Url': 'an address such as https://s3.example.com',
  'setting.region': '1 to 20 lower-case letters, digits or hyphens',
  'setting.regionUrl': 'an http or https address without a path',
  'setting.regionMissing': 'REGION_URL needs REGION',
  'setting.stunServers': 'stun: or stuns: addresses, separated by commas',
  'setting.turnServers': 'turn: or turns: addresses, separated by commas',
  'setting.turnTogether': 'TURN_SERVERS and TURN_SECRET must be set together',
  'setting.s3Bucket': 'the name of a bucket, 3 to 63 characters',
  'setting.s3Prefix': 'up to 200 characters, without a slash at the beginning',
  'setting.s3Region': 'a region such as us-east-1',
  'setting.s3Together': 'S3_URL and S3_BUCKET must be set together',
  'setting.s3Missing': 'Set S3_URL and S3_BUCKET to the S3 storage',
  'setting.s3OrFolder': 'Only one of FILES_DIR and S3_URL can be set',
  'setting.file': 'a file',
  'setting.password': '12 to 20 characters',
  'setting.oneOf': 'one of {{values}}',
  'setting.proxies': 'addresses or networks of proxies, separated by commas',
  'setting.certificate': 'an existing certificate file in PEM format',
  'setting.privateKey': 'an existing private key file in PEM format',
  'setting.logFile': 'a file in an existing folder',
  'setting.metricsToken': 'a secret of 16 to 200 characters',
  'setting.publicKey': 'a public key as printed by {{command}}',
  'setting.redisAlone':
    'REDIS_URL is for several servers and needs DATABASE_URL, the database that they share',
  'setting.tlsTogether': 'TLS_CERT and TLS_KEY must be set together',
  'setting.tls': 'TLS_CERT and TLS_KEY must be a certificate in PEM format and its private key',

  'failure.full':
    'The disk of the data folder {{folder}} is full. No data is damaged. Free at least 100 MB and start again.',
  'failure.unwritable':
    'Cannot write to the data folder {{folder}} ({{reason}}). No data is damaged. Give this account write permission and start again.',
  'failure.damaged': 'The embedded database in {{folder}} is damaged: {{reason}}. {{advice}}',
  'failure.restoreNewest':
    'Restore the newest backup, which replaces the database and the uploaded files: {{command}}. Copy the data folder first if you may need newer data.',
  'failure.restoreOther':
    'No backup was found in {{folder}}. Restore one from elsewhere, which replaces the database and the uploaded files: {{command}}. Copy the data folder first if you may need newer data.',
  'failure.removed':
    'The data folder {{folder}} was removed or replaced while the server was running. Data can no longer be saved, so the server stops. Put the folder back or restore a backup, then start again.',
  'failure.database': 'Cannot use the embedded database in {{folder}}: {{reason}}',
  'failure.postgresBusy':
    'PostgreSQL accepts no more connections. Raise max_connections or lower DATABASE_POOL.',
  'failure.postgresAway': 'Cannot connect to PostgreSQL. Check DATABASE_URL.',
  'failure.redisAway': 'Cannot connect to Redis. Check REDIS_URL.',
  'failure.otherFiles':
    'Server {{server}} of the same database has its files in {{theirs}}, but this server uses {{address}}. Each would miss the files of the other. Set the same S3 storage (S3_URL, S3_BUCKET, S3_PREFIX) or the same shared folder (FILES_DIR) for all servers.',
  'failure.foreignFiles':
    '{{address}} belongs to another installation. Use another folder or S3_PREFIX. If that installation is no longer used, delete {{file}} there.',
  'failure.storage': 'Cannot use the storage {{address}} for files: {{detail}}. Check {{settings}}.',
  'failure.portInUse': 'Port {{port}} is in use by another program. Set PORT to a free port.',
  'failure.portDenied': 'Permission denied for port {{port}}. Set PORT to 1024 or higher.',
  'failure.address':
    'This machine does not have the address {{host}}. Set HOST to an address of this machine, or unset it.',
  'failure.diskFull': 'The disk is full. Free some space and start again.',
  'failure.folder':
    'Cannot use the data folder {{folder}} ({{code}}). Set DATA_DIR to a folder that this account can write to.',
  'failure.folderInUse':
    'The data folder {{folder}} is in use by another server. Stop that server, or set DATA_DIR to another folder.',
  'failure.newerDatabase':
    'The database was written by a newer version. Start that version, or restore an older backup.',
  'failure.olderDatabase':
    'The database is too old to upgrade directly. Start the previous version once to upgrade it, then start this version.',

  'upgrade.backingUp': 'The database will be upgraded. Making a backup in {{folder}} …',
  'upgrade.backedUp': 'The backup is {{file}} ({{seconds}} s). Upgrading …',
  'upgrade.backupFailed':
    'The backup before the upgrade failed: {{reason}}. The database was not upgraded. Free space in {{folder}} and start again. If you have made a backup yourself, start with {{setting}}.',
  'upgrade.engine':
    'The embedded database has the format of PostgreSQL {{major}}. Converting it to PostgreSQL {{present}} …',
  'upgrade.engineFetched': 'Downloading {{package}}, which reads it …',
  'upgrade.engineRead': '{{rows}} rows read. Writing …',
  'upgrade.engineDone':
    'The database was converted ({{seconds}} s). The old one is in {{folder}}. It can be deleted when everything works.',
  'upgrade.engineMissing':
    'Cannot download the program that reads the embedded database ({{reason}}). No data was changed. Connect to the network and start again, or start the previous version, make a backup, and restore it with this version. The download is {{command}}',
  'upgrade.unknownEngine':
    'The database in {{folder}} has the format of PostgreSQL {{major}}. This version uses PostgreSQL {{present}} and cannot open it. Start the version that wrote it.',
  'failure.olderServers':
    'Older servers are still running: {{servers}}. They cannot work after the changes to the database that this version needs. Stop them first, or upgrade to the versions in between.',

  'path.missing': 'The file {{file}} does not exist',
  'path.unreadable': 'Cannot read the file {{file}} ({{code}}). Check its permissions.',
  'path.unwritable': 'Cannot write {{file}} ({{code}})',
  'path.exists': '{{file}} already exists',
  'path.notFile': '{{file}} is not a file',

  'secret.tooLong': 'The file {{file}} is too long for a key or passphrase',
  'secret.malformed': 'The file {{file}} must contain {{bytes}} bytes in base64, as from {{command}}',
  'secret.fits':
    'The key in {{file}} is the key of the database. Nothing was changed. Use rotate-key to replace the key.',
  'secret.missing':
    'The secrets in the database are encrypted with the key {{keyId}}, but {{file}} does not exist. {{advice}}',
  'secret.other':
    'The secrets in the database are encrypted with the key {{keyId}}, but {{file}} contains the key {{present}}. {{advice}}',
  'secret.advice':
    'Copy the secret.key of the database’s own data folder, or of another server, to {{file}}, or set SECRET_KEY_FILE. If the key is lost, create new secrets with {{command}}.',
  'secret.notOfBackup':
    'The given key is {{given}}, but the secrets of the backup are encrypted with {{keyId}}. Use the secret.key of the site that made the backup.',

  'restore.notBackup': 'This file is not a fleetdeck backup',
  'restore.newer': 'The backup was made by a newer version. Upgrade this program first.',
  'restore.older':
    'The backup is too old for this version. Restore it with the previous version and make a new backup there.',
  'restore.damaged': 'The backup is incomplete or damaged. Use another backup.',
  'restore.wrongName': 'The backup contains an invalid file name: {{name}}',
  'restore.needsPassphrase': 'The backup is encrypted with a passphrase. Add --passphrase FILE.',
  'restore.needsIdentity':
    'The backup is encrypted for a key pair. Add --identity FILE with the private key.',
  'restore.wrongPassphrase': 'The passphrase does not open the backup. Check the passphrase.',
  'restore.wrongIdentity':
    'The private key does not open the backup. The backup is encrypted for another key pair.',
  'restore.malformedIdentity':
    'The identity file contains lines that are not age private keys (AGE-SECRET-KEY-1…)',
  'restore.noEmbedded': '{{folder}} does not contain an embedded database. Check DATA_DIR.',
  'restore.databaseExists': '{{folder}} already contains a database. Use --force to replace it.',
  'restore.filesExist': '{{folder}} already contains files. Use --force to replace them.',
  'restore.tablesExist': 'The database already contains tables. Use --force to replace them.',
  'restore.served': 'A server is using this database. Stop all servers and wait 30 seconds.',
  'restore.held':
    'Another program, such as an unfinished restore, has locked tables of this database. End it and try again.',

  'place.detail': '{{sentence}}: {{detail}}',
  'place.incomplete': 'The settings of the storage are incomplete',
  'place.noFolder': 'The folder does not exist',
  'place.noRight': 'Access to the storage is denied',
  'place.privateAddress': 'The address is in a private network and is not allowed',
  'place.noBucket': 'The bucket does not exist',
  'place.wrongKey': 'The S3 storage rejected the access key or its secret',
  'place.wrongRegion': 'The bucket is in another region or at another address',
  'place.away': 'The storage does not respond',
  'place.full': 'The storage is full',
  'place.damagedCopy': 'The data in the storage differs from what was written',
  'place.noFile': 'The file does not exist in the storage',
  'place.noBackup': 'No backup exists yet',
  'place.noSpace': 'Not enough disk space',
  'place.damagedBackup': 'The backup is damaged',
  'place.wrongPassphrase': 'The backup is encrypted with another passphrase',
  'place.wrongContent': 'The content of the backup differs from its manifest',
  'place.interrupted': 'The operation was interrupted',
  'place.other': 'The operation failed',

  'db.migrated': 'The database has the tables of this version',
  'db.restoring': 'Restoring {{file}} to {{target}} …',
  'db.moving': 'Moving the database in {{folder}} to PostgreSQL …',
  'db.movingFiles': 'Copying files from {{from}} to {{to}} …',
  'db.filesProgress': '{{done}} of {{all}} files',
  'db.filesMoved': 'Files copied: {{copied}}; already there: {{there}}',
  'db.filesMissing': 'Files that the database mentions and that are not there: {{names}}',
  'db.filesSwitched':
    'Start the servers with the settings of {{to}}. The files in {{from}} stay until you delete them.',
  'db.filesServed':
    'Servers are running: stop them and run this command again, which copies the rest and switches to {{to}}. They still use {{from}}.',
  'db.done':
    'Done in {{seconds}} s: {{rows}} {{rows|row|rows}} and {{files}} {{files|file|files}}, as of {{time}}',
  'db.rotated': 'The secrets are encrypted with a new key, saved in {{file}}. Copy it to all servers.',
  'db.factorReset': 'The second factor of “{{user}}” was reset. Only the password is needed to sign in.',
  'db.noUser': 'The user “{{user}}” does not exist',
  'db.noTarget': 'Set DATABASE_URL to the PostgreSQL database to move to',
  'db.keyLost': 'The key of this backup is not available, so its secrets cannot be decrypted',
  'db.keyHint': 'To keep the secrets, restore again with --key FILE',
  'db.keysReplaced':
    'The enrolment keys of the site and of {{count}} {{count|user|users}} were replaced. Agents and other programs need the new keys.',
  'db.parametersLost': 'Set the following parameters again: {{names}}',
  'db.botsLost': 'Enter the {{count|address|addresses}} of {{count}} {{count|bot|bots}} again',
  'db.sourcesLost':
    'Enter the {{count|token or key|tokens or keys}} of {{count}} Git {{count|repository|repositories}} again, and the {{count|secret|secrets}} of the {{count|webhook|webhooks}}',
  'db.authenticatorsLost':
    '{{count}} authenticator {{count|app was|apps were}} removed. Their users can sign in with a recovery code, or an administrator resets their second factor.',
  'db.signingKeyLost':
    'Scripts are now signed with a new key. Start agents once with --new-signer, or their phones will not run scripts.',

  'vendor.notKey': '{{file}} is not a key made by keygen',
  'vendor.serial': 'SERIAL must look like ABCD-EFGH-JKLM-NPQR',
  'vendor.range': '{{name}} must be a whole number from {{min}} to {{max}}',
  'vendor.customer': 'CUSTOMER can be up to 100 characters',

  'service.installed': 'Installed and started: {{file}}',
  'service.removed': 'Stopped and removed: {{file}}. The agent’s data is kept.',
  'service.failed': '{{file}}: {{reason}}',
  'service.unsupported': 'No service can be installed on this system. See docs/real-phones.md.',

  'agent.simulated': 'Simulated phones: {{count}}, server: {{server}}',
  'agent.direct': 'Phones at {{phones}}, server: {{server}}',
  'agent.listed': 'Phones of the adb server at {{address}}, server: {{server}}',
  'agent.phone': 'phone',
  'agent.plugged': '{{model}} connected as {{id}}',
  'agent.unplugged': '{{id}} disconnected',
  'agent.duplicate': 'already connected (same device ID {{id}})',
  'agent.identityTaken':
    'another phone with the device ID {{id}} is connected now: {{place}}. If both have the same serial number, start both agents with --shared-serial and that number.',
  'agent.enrolled': 'enrolled',
  'agent.connected': 'connected to the server as {{deviceNo}}',
  'agent.connectedUnassigned': 'connected to the server, not assigned yet',
  'agent.assigned': 'assigned as {{deviceNo}}',
  'agent.unassigned': 'no longer assigned',
  'agent.lost': 'connection lost: {{reason}}',
  'agent.rejected': 'rejected by the server: {{reason}}',
  'agent.refused': 'enrolment refused: {{reason}} (next attempt in {{seconds}} s)',
  'agent.unreachable': 'cannot reach the server: {{reason}}',
  'agent.tokenInvalid': 'the device token is no longer valid, enrolling again',
  'agent.serverChosen': 'nearest server: {{server}} (measured: {{times}})',
  'agent.serverTime': '{{server}} {{ms}} ms',
  'agent.serverSilent': '{{server}} does not answer',
  'agent.sentAway': 'the server asks to connect again: {{reason}}',
  'agent.approval': '{{reason}} (key {{fingerprint}})',
  'agent.phoneFailed': 'the phone stopped because of an error: {{reason}}',
  'agent.keysFailed': 'could not save the keys for scripts: {{reason}}',
  'agent.scrcpyOwn': 'scrcpy server file of --scrcpy in use: {{file}}',
  'agent.scrcpyGiven': 'scrcpy server file from the console in use: {{version}}',
  'agent.scrcpyRemoved': 'the scrcpy server file was deleted in the console: Android’s own commands are used',
  'agent.scrcpyFailed': 'could not get the scrcpy server file from the console: {{reason}}',
  'agent.scrcpyRetryFailed': 'could not use the scrcpy server file: {{reason}}',
  'agent.retryFailed': 'could not connect again: {{reason}}',
  'agent.orderFailed': 'could not carry out a command of the server: {{reason}}',
  'agent.orderUnknown': 'ignored an unknown command: {{text}}',
  'agent.frameRefused': 'the server ignored a message: {{reason}}',
  'agent.heartbeatFailed': 'could not send a heartbeat: {{reason}}',
  'agent.screenFailed': 'could not send the screen: {{reason}}',
  'agent.sourceLost.version':
    'phone {{id}}: {{way}} server {{detail}} is not supported (3.0–3.3 or 4.0–4.1 required)',
  'agent.sourceLost.file': 'phone {{id}}: the given file is not a {{way}} server: {{detail}}',
  'agent.sourceLost.failed': 'phone {{id}}: {{way}} is not available: {{detail}}',
  'agent.checkFailed': 'the phone could not be checked: {{reason}}',
  'agent.toolFailed': 'the tool {{tool}} failed: {{reason}}',
  'agent.commandFailed': 'command {{command}} failed: {{reason}}',
  'agent.runFailed': 'could not end the run of {{script}}: {{reason}}',
  'agent.errorReportFailed': 'could not report a script error: {{reason}}',
  'agent.hotUpdateFailed': 'could not get hot updates: {{reason}}',
  'agent.messageFailed': 'could not show a message: {{reason}}',
  'agent.disabled': 'this phone is disabled',
  'agent.httpInstead': 'the server returned HTTP {{status}} instead of opening a connection',
  'agent.http': 'the server returned HTTP {{status}}',
  'agent.protocol': 'the server uses another protocol version',
  'agent.replaced': 'another agent connected this phone',
  'agent.closed': 'closed with code {{code}}',
  'agent.noToken': 'the server returned no device token',
  'agent.noServer': '{{address}} is not a fleetdeck server',
  'agent.code': 'code {{code}}',
  'agent.redirected': '{{from}} redirects to {{to}}. Set --server to that address.',
  'agent.lightWaiting':
    'Waiting for approval: {{count}} of {{total}}. Approve them in the console, then start again.',
  'agent.lightRefused': 'Not enrolled: {{count}} of {{total}}, reason: {{reason}}',
  'agent.lightConnected': 'Connected: {{count}} of {{total}}',
  'agent.unexpected': 'Unexpected error {{count}}: {{reason}}',
  'agent.tooMany':
    'Stopping after {{count}} unexpected {{count|error|errors}} in a minute. The last one: {{reason}}',
  'agent.computer': 'this computer is “{{name}}” in the console',
  'agent.updateTrial': 'version {{version}} is tried, while this one waits',
  'agent.updateFailed': 'the update to {{version}} failed, this version stays: {{reason}}',
  'agent.computerRefused': 'this computer cannot be added to the console: {{reason}}',
  'agent.healReconnect': 'offline, connecting again',
  'agent.healReset': 'offline, USB port {{port}} was reset',
  'agent.healPower': 'offline, the power of USB port {{port}} was switched off and on',
  'agent.healGivenUp': 'still not usable, USB port {{port}}. Check the cable and the phone.',
  'agent.healLost': 'still not usable. Check the phone, and its cable or network.',
  'agent.healAway':
    'could not be reached at {{address}} for ten minutes. Check its Wi-Fi, or plug it in by USB.',
  'agent.tcpip': 'is used over Wi-Fi at {{address}} (adb tcpip)',
  'agent.chargeHeld': 'has reached the limit and does not charge',
  'agent.chargeReleased': 'may charge',
  'agent.processEnded':
    'a process with {{count}} {{count|phone|phones}} ended ({{reason}}) and is started again',
  'agent.processBlocked': 'no sign of life for {{seconds}} s',
  'agent.processMemory': '{{megabytes}} MB of memory',
  'agent.resting':
    'the process of this phone ended again and again. The phone is tried again in {{minutes}} min, or when it is plugged in again.',
  'agent.noAdb':
    'no adb server at {{address}} ({{reason}}). Start one with “adb start-server”. Retrying automatically.',
  'agent.adbFailed': 'could not continue looking for phones ({{reason}}). Start this program again.',
  'agent.tokensDamaged': '{{file}} is corrupted. Delete it; the phones will enrol again.',
  'agent.pairedDamaged': '{{file}} is corrupted. Delete it, and pair the phones again.',
  'agent.unpaired': 'the phone does not know this computer. Pair them with “{{command}}”.',
  'agent.noDiscovery': 'cannot look for paired phones in the network ({{reason}}). Retrying automatically.',
  'pair.scan':
    'On the phone, open Developer options → Wireless debugging → Pair device with QR code, and scan this code. Waiting for two minutes.',
  'pair.paired':
    'Paired with {{name}}. A running agent with the same folder now finds the phone in the same network automatically.',
  'pair.refused':
    'The phone refused the code. The six digits change each time: open “Pair device with pairing code” again, and use the address and the code that it shows now.',
  'pair.nobodyCame':
    'No phone scanned the code. Phone and computer must be in the same network; where it blocks multicast, use --phone and --code.',
  'pair.failed': 'Could not pair: {{reason}}',
  'agent.adbKeyDamaged':
    '{{file}} is corrupted. Delete it; phones will ask again whether to trust this computer.',
}
