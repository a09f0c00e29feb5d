import type { SameKeys } from '../catalogue.ts'
import type { errorPage as zhcn } from '../zhcn/error-page.ts'

export const errorPage: SameKeys<typeof zhcn> = {
  'layout.notFoundTitle': '頁面不存在',
  'layout.notFoundHint': '網址可能有誤，或頁面已移至別處',
  'layout.forbiddenTitle': '您的角色沒有此頁面的權限',
  'layout.forbiddenHint': '如需存取，請聯絡管理員',
  'layout.forbiddenHintOf': '如需存取，請聯絡「{{name}}」',
  'layout.showWhy': '檢視原因',
}
