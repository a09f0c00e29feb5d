import type { SameKeys } from '../catalogue.ts'
import type { upload as zhcn } from '../zhcn/upload.ts'

export const upload: SameKeys<typeof zhcn> = {
  'upload.tooLarge': 'The file cannot be larger than {{size}} MB. Select a smaller one.',
  'upload.wrongType': 'Only {{types}} files are supported. Select another file.',
  'upload.wrongContent':
    'The file is not a valid {{type}} file. Check that it is complete and has the right extension.',
  'upload.singleOnly': 'Only one file can be uploaded at a time',
  'upload.drop': 'Drop a file here, or click to select one ({{types}}, up to {{size}}\u00a0MB)',
  'upload.failed': 'Upload failed. Try again.',
  'upload.preview': 'Preview',
  'file.gone': 'This file no longer exists. Refresh the page.',
  'file.uploadGone': 'The uploaded file no longer exists. Upload it again.',
  'file.downloadGone': 'This file was already downloaded or has expired. Export it again.',
  'file.commandGone': 'This file has expired and was deleted. Run the command again.',
  'import.start': 'Start import',
  'import.stop': 'Stop import',
  'import.again': 'Import another file',
  'import.close': 'Close',
  'import.template': 'Download template',
  'import.sample': '(sample row, not imported)',
  'import.row': 'Row',
  'import.ignored': 'Columns that were not imported: {{columns}}',
  'import.reason': 'Reason',
  'import.interruptedBefore': 'The server stopped before anything was imported. Import the file again.',
}
