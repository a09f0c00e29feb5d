import type { SameKeys } from '../catalogue.ts'
import type { common as zhcn } from '../zhcn/common.ts'

export const common: SameKeys<typeof zhcn> = {
  'common.systemTitle': 'Management system',
  'common.save': 'Save',
  'common.reset': 'Reset',
  'common.retry': 'Try again',
  'common.reload': 'Reload',
  'common.status': 'Status',
  'common.enabled': 'Enabled',
  'common.disabled': 'Disabled',
  'common.saved': 'Saved',
  'common.copied': 'Copied',
  'common.copyFailed': 'Could not copy. Try again.',
  'common.copyDetails': 'Copy details',
  'common.backHome': 'Back to home',
  'common.labelled': '{{label}}: {{value}}',
}
