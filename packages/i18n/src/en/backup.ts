import type { SameKeys } from '../catalogue.ts'
import type { backup as zhcn } from '../zhcn/backup.ts'

export const backup: SameKeys<typeof zhcn> = {
  'backup.title': 'Backups',
  'backup.make': 'Back up now',
  'backup.making': 'Backing up…',
  'backup.started': 'Backup started. It appears here when it is complete.',
  'backup.hint':
    'Database and uploads go into one file while the server goes on. To restore, stop the server and run npm run db -- restore FILE; an encrypted backup also needs --identity FILE or --passphrase FILE.',
  'backup.secret': 'Backups contain password hashes and keys. Keep them safe.',
  'backup.file': 'File',
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
    'A backup contains the data of everybody. This needs a role with the data scope “All”.',
  'backup.gone': 'The backup no longer exists',
  'backup.log': 'Backup log',
  'backup.encrypted': 'Encrypted',
  'backup.encryption': 'Encryption',
  'backup.encryptionNone':
    'Backups are not encrypted: anyone with a file can read all data. Create a key pair, or set a passphrase under Site configuration → Backups.',
  'backup.encryptionPassphrase':
    'New backups are encrypted with a passphrase. Store it elsewhere: without it a backup cannot be restored.',
  'backup.encryptionRecipients':
    'New backups are encrypted for these public keys. Restoring one needs the private key:',
  'backup.encryptionEarlier':
    'Existing backups stay as they are. The format is age, which the age command decrypts.',
  'backup.createKeys': 'Create key pair',
  'backup.keysTitle': 'Key pair for backups',
  'backup.keysHint':
    'The pair is generated in this browser. The site stores the public key, which encrypts. The private key is shown only once and never stored on the server. Without it nobody can restore an encrypted backup: store it outside this server.',
  'backup.publicKey': 'Public key',
  'backup.privateKey': 'Private key',
  'backup.saveKey': 'Download private key',
  'backup.useKey': 'Encrypt new backups',
  'backup.useKeyFirst': 'Download the private key first',
  'backup.keyUsed': 'Saved. New backups are encrypted.',
  'backup.place': 'Other place',
  'backup.placeNone':
    'Backups are only in the data folder: a fire or a broken disk takes them, too. Name a folder or S3 storage under Site configuration → Backups.',
  'backup.copiedAt': 'Copied',
  'backup.copiedNever': 'Nothing was copied yet',
  'backup.copying': 'Copying …',
  'backup.copyNow': 'Copy now',
  'backup.copyAgain': 'Try again',
  'backup.copyStarted': 'Started; the copy appears here when it is complete',
  'backup.testPlace': 'Test the connection',
  'backup.testPassed': 'A test object was written, read and removed',
  'backup.testFailed': 'The test failed',
  'backup.copyFailed': 'The newest backup is not at the other place',
  'backup.noCopies': 'No copies there yet',
  'backup.restoreCommand': 'Restore command',
  'backup.restoreHint':
    'To restore from S3, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, then run the copied command',
  'backup.copyCommand': 'Copy the command',
  'backup.proof': 'Test restore',
  'backup.proveNow': 'Prove now',
  'backup.proveAgain': 'Try again',
  'backup.proving': 'Restoring …',
  'backup.proveStarted': 'Started; the result appears here',
  'backup.proofNever': 'No backup was proven yet: it happens every Sunday night',
  'backup.proven': 'Proven {{ago}}',
  'backup.provenHow': '{{rows}} rows in {{tables}} tables, {{files}} {{files|file|files}}, in {{duration}}',
  'backup.provenFrom': 'from the other place',
  'backup.provenHere': 'from the data folder',
  'backup.provenTrial':
    'The stored backups are encrypted for a private key that this server does not have. A temporary unencrypted one was made and restored instead, then deleted.',
  'backup.seconds': '{{count}} s',
  'backup.minutes': '{{minutes}} min {{seconds}} s',
  'backup.proofFailed': 'Not proven',
  'backup.proofChecked': 'Checked',
  'backup.proofChecks':
    'checksums, all tables and rows, files, upgrade to this version, an account that can sign in',
  'backup.makeFailed': 'The last backup failed',
  'backup.reason.incomplete': 'A setting is missing. Complete it under Site configuration → Backups.',
  'backup.reason.noFolder':
    'The folder does not exist. Mount the disk, or correct the folder under Site configuration → Backups.',
  'backup.reason.noRight': 'Access is refused. Allow this account to list, read, write and delete there.',
  'backup.reason.privateAddress':
    'The address is in a private network. Add it to the private networks that may be called, under Site configuration.',
  'backup.reason.noBucket':
    'The bucket does not exist. Create it, or correct its name under Site configuration → Backups.',
  'backup.reason.wrongKey':
    'The access key or its secret is wrong. Correct them under Site configuration → Backups.',
  'backup.reason.wrongRegion':
    'The bucket is in another region or at another address. Correct region and address under Site configuration → Backups.',
  'backup.reason.away': 'It does not answer. Check address and network; it is tried again every hour.',
  'backup.reason.full': 'It is full. Free space there, or keep fewer copies.',
  'backup.reason.damagedCopy':
    'What was written reads differently. Check the disk or the storage there; the wrong copy was removed.',
  'backup.reason.noBackup': 'There is no backup. Make one.',
  'backup.reason.noSpace':
    'The disk of the data folder has too little space. Free some, or keep fewer backups.',
  'backup.reason.damagedBackup': 'The backup is damaged. Make a new one, and check the disk that it is on.',
  'backup.reason.wrongPassphrase':
    'The backup is encrypted with another passphrase. Make a new one, and try again.',
  'backup.reason.wrongContent': 'The backup cannot be restored as it is. Make a new one, and try again.',
  'backup.reason.interrupted': 'It was interrupted, as when the server stops. Try again.',
  'backup.reason.other': 'The backup log has the details',
}
