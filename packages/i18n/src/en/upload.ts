import type { SameKeys } from '../catalogue.ts'
import type { upload as zhcn } from '../zhcn/upload.ts'

export const upload: SameKeys<typeof zhcn> = {
  'upload.tooLarge': 'The file cannot exceed {{size}} MB',
  'upload.wrongType': 'Please upload a file of type {{types}}',
  'upload.wrongContent':
    'The file is not a valid {{type}} file. It may be damaged or have the wrong extension.',
  'upload.singleOnly': 'Only a single file can be uploaded',
  'upload.drop': 'Drop a {{types}} file here or click to choose (up to {{size}} MB)',
  'upload.failed': 'Upload failed, please try again',
  'upload.preview': 'Preview',
  'file.gone': 'The file does not exist or has already been downloaded',
  'import.start': 'Start import',
  'import.stop': 'Stop import',
  'import.again': 'Import another file',
  'import.close': 'Close',
  'import.template': 'Download the template',
  'import.sample': '(sample row, not imported)',
  'import.row': 'Row',
  'import.reason': 'Reason',
  'import.interruptedBefore': 'The server stopped before anything was imported. Import the file again.',
}
