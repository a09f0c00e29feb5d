import type { SameKeys } from '../catalogue.ts'
import type { errorPage as zhcn } from '../zhcn/error-page.ts'

export const errorPage: SameKeys<typeof zhcn> = {
  'layout.notFoundTitle': 'Page not found',
  'layout.notFoundHint': 'The address may be wrong, or the page has moved',
  'layout.forbiddenTitle': 'Your role does not include this page',
  'layout.forbiddenHint': 'Ask an administrator if you need it',
  'layout.forbiddenHintOf': 'Ask {{name}} if you need it',
  'layout.showWhy': 'Show why',
}
