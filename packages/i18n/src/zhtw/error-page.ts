import type { SameKeys } from '../catalogue.ts'
import type { errorPage as zhcn } from '../zhcn/error-page.ts'

export const errorPage: SameKeys<typeof zhcn> = {
  'layout.notFoundTitle': '頁面不存在',
  'layout.notFoundHint': '網址可能有誤，或者頁面已被移走',
  'layout.forbiddenTitle': '您的角色沒有此頁面的權限',
  'layout.forbiddenHint': '如有需要，請聯絡管理員',
  'layout.forbiddenHintOf': '如有需要，請聯絡 {{name}}',
  'layout.showWhy': '檢視原因',
}
