import type { SameKeys } from '../catalogue.ts'
import type { upload as zhcn } from '../zhcn/upload.ts'

export const upload: SameKeys<typeof zhcn> = {
  'upload.tooLarge': 'The file cannot exceed {{size}} MB',
  'upload.wrongType': 'Please upload a file of type {{types}}',
  'upload.wrongContent':
    'The content of the file is not {{type}}: it may be damaged or have the wrong ending',
  'upload.singleOnly': 'Only a single file can be uploaded',
  'upload.drop': 'Drop a {{types}} file here or click to choose, at most {{size}} MB',
  'upload.failed': 'Upload failed, please try again',
  'upload.preview': 'Preview',
  'file.gone': 'The file does not exist or was already downloaded',
  'import.start': 'Start import',
  'import.stop': 'Stop import',
  'import.again': 'Import another',
  'import.close': 'Close',
  'import.template': 'Download the template',
  'import.sample': '(sample row, not imported)',
  'import.row': 'Row',
  'import.reason': 'Reason',
  'import.interruptedBefore': 'The server stopped before anything was imported. Import the file again.',
}
