import type { SameKeys } from '../catalogue.ts'
import type { backup as zhcn } from '../zhcn/backup.ts'

export const backup: SameKeys<typeof zhcn> = {
  'backup.title': 'Backups',
  'backup.make': 'Back up now',
  'backup.making': 'Backing up …',
  'backup.started': 'Started; it appears here when it is done',
  'backup.hint':
    'Database and uploads go into one file while the server goes on. To restore, stop the server and run npm run db -- restore FILE.',
  'backup.secret': 'A backup holds password hashes and keys: keep it safe',
  'backup.file': 'File',
  'backup.size': 'Size',
  'backup.madeAt': 'Made',
  'backup.actions': 'Actions',
  'backup.download': 'Download',
  'backup.remove': 'Delete',
  'backup.removeTitle': 'Delete the backup “{{name}}”?',
  'backup.removeHint': 'It is gone for good.',
  'backup.removed': 'Deleted',
  'backup.empty': 'No backups yet',
  'backup.gone': 'The backup is gone',
  'backup.log': 'Backup log',
}
