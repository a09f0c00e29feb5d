import type { SameKeys } from '../catalogue.ts'
import type { backup as zhcn } from '../zhcn/backup.ts'

export const backup: SameKeys<typeof zhcn> = {
  'backup.title': 'Backups',
  'backup.make': 'Back up now',
  'backup.making': 'Backing up…',
  'backup.started': 'Backup started. It appears in the list when it is complete.',
  'backup.hint':
    'The database and uploaded files are saved in one file while the server keeps running. To restore a backup, stop the server and run {{command}} restore FILE. For an encrypted backup, add --identity KEY_FILE or --passphrase PASSPHRASE_FILE.',
  'backup.secret': 'Backups contain password hashes and keys. Keep them safe.',
  'backup.file': 'File',
  'backup.kind': 'Type',
  'backup.ordinary': 'Scheduled or manual',
  'backup.beforeUpgrade': 'Before the upgrade to {{version}}',
  'backup.size': 'Size',
  'backup.madeAt': 'Created',
  'backup.actions': 'Actions',
  'backup.download': 'Download',
  'backup.remove': 'Delete',
  'backup.removeTitle': 'Delete the backup “{{name}}”?',
  'backup.removeHint': 'This cannot be undone',
  'backup.removed': 'Deleted',
  'backup.empty': 'No backups yet',
  'backup.needsAllData':
    'Backups contain the data of all users. Ask an administrator for a role with the data scope “All”.',
  'backup.gone': 'The backup no longer exists. Refresh the page.',
  'backup.log': 'Backup log',
  'backup.encrypted': 'Encrypted',
  'backup.encryption': 'Encryption',
  'backup.encryptionNone':
    'Backups are not encrypted, so anyone who gets a file can read all data. Create a key pair, or set a passphrase under Site settings → Backups.',
  'backup.encryptionPassphrase':
    'New backups are encrypted with a passphrase. Store it somewhere else: without it, they cannot be restored.',
  'backup.encryptionRecipients':
    'New backups are encrypted with these public keys and can be restored only with a matching private key:',
  'backup.encryptionEarlier':
    'Existing backups do not change. The encryption format is age; the age command can decrypt the files.',
  'backup.createKeys': 'Create key pair',
  'backup.keysTitle': 'Backup key pair',
  'backup.keysHint':
    'The key pair is generated in your browser. The site saves the public key and encrypts backups with it. The private key is shown only once and is never saved on the server. Encrypted backups cannot be restored without it, so keep it outside this server.',
  'backup.publicKey': 'Public key',
  'backup.privateKey': 'Private key',
  'backup.saveKey': 'Download private key',
  'backup.useKey': 'Use key pair',
  'backup.useKeyFirst': 'Download the private key first',
  'backup.keyUsed': 'Saved. New backups will be encrypted.',
  'backup.place': 'Off-site copies',
  'backup.placeNone':
    'Backups are stored only in the data folder and would be lost with the disk. Set a folder or S3 storage under Site settings → Backups.',
  'backup.copiedAt': 'Last copied',
  'backup.copiedNever': 'No backup copied yet',
  'backup.copying': 'Copying…',
  'backup.copyNow': 'Copy now',
  'backup.copyAgain': 'Retry copy',
  'backup.copyStarted': 'Copy started. It appears here when it is complete.',
  'backup.testPlace': 'Test connection',
  'backup.testPassed': 'Connection works. A test object was written, read and deleted.',
  'backup.testFailed': 'Connection test failed',
  'backup.copyFailed': 'The newest backup has no off-site copy',
  'backup.noCopies': 'No off-site copies yet',
  'backup.restoreCommand': 'Restore command',
  'backup.restoreHint':
    'To restore from S3, set the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, then run the copied command',
  'backup.copyCommand': 'Copy command',
  'backup.proof': 'Test restore',
  'backup.proveNow': 'Test restore now',
  'backup.proveAgain': 'Retry test',
  'backup.proving': 'Restoring…',
  'backup.proveStarted': 'Test restore started. The result appears here.',
  'backup.proofNever': 'No test restore yet. It runs every Sunday night by default.',
  'backup.proven': 'Restored successfully {{ago}}',
  'backup.provenHow':
    '{{rows}} rows in {{tables}} {{tables|table|tables}}, {{files}} {{files|file|files}}, took {{duration}}',
  'backup.provenFrom': 'from the off-site copy',
  'backup.provenHere': 'from the data folder',
  'backup.provenTrial':
    'The saved backups are encrypted with a key pair whose private key is not on this server. An unencrypted temporary backup was made, restored and deleted instead.',
  'backup.seconds': '{{count}} s',
  'backup.minutes': '{{minutes}} min {{seconds}} s',
  'backup.proofFailed': 'Test restore failed',
  'backup.proofChecked': 'Checks',
  'backup.proofChecks':
    'checksums, all tables and rows, files, upgrade to this version, an account that can sign in',
  'backup.makeFailed': 'The last backup failed',
  'backup.reason.incomplete': 'A setting is missing. Enter it under Site settings → Backups.',
  'backup.reason.noFolder':
    'The folder does not exist. Mount the disk, or correct the folder under Site settings → Backups.',
  'backup.reason.noRight':
    'Access denied. Grant the account permission to list, read, write and delete there.',
  'backup.reason.privateAddress':
    'The address is in a private network. Add it to “Allowed private networks” under Site settings.',
  'backup.reason.noBucket':
    'The bucket does not exist. Create it, or correct its name under Site settings → Backups.',
  'backup.reason.wrongKey':
    'Incorrect access key ID or secret access key. Correct them under Site settings → Backups.',
  'backup.reason.wrongRegion':
    'The bucket is in another region or at another address. Correct the region and address under Site settings → Backups.',
  'backup.reason.away':
    'The off-site storage is not responding. Check its address and the network. Copying is retried every hour.',
  'backup.reason.full': 'The off-site storage is full. Free up space there, or keep fewer copies.',
  'backup.reason.damagedCopy':
    'The copy differs from the backup and was deleted. Check the disk or storage there.',
  'backup.reason.noFile':
    'The file is missing in the storage. It was deleted there, or another server removed it.',
  'backup.reason.noBackup': 'No backups yet. Make one first.',
  'backup.reason.noSpace': 'The data disk has too little free space. Free up space, or keep fewer backups.',
  'backup.reason.damagedBackup': 'The backup is damaged. Make a new one and check the disk.',
  'backup.reason.wrongPassphrase':
    'The backup is encrypted with another passphrase. Make a new backup and try again.',
  'backup.reason.wrongContent':
    'The content of the backup is incomplete or incorrect. Make a new backup and try again.',
  'backup.reason.interrupted': 'The process was interrupted, e.g. because the server stopped. Try again.',
  'backup.reason.other': 'See the backup log for details',
}
