import type { SameKeys } from '../catalogue.ts'
import type { errorPage as zhcn } from '../zhcn/error-page.ts'

export const errorPage: SameKeys<typeof zhcn> = {
  'layout.notFoundTitle': 'Page not found',
  'layout.notFoundHint': 'The address may be wrong, or the page may have been moved',
  'layout.forbiddenTitle': 'Your role does not have access to this page',
  'layout.forbiddenHint': 'If you need access, ask an administrator',
  'layout.forbiddenHintOf': 'If you need access, ask “{{name}}”',
  'layout.showWhy': 'Show reason',
}
