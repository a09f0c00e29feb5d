import { views } from '../views.ts'
import type { PageRecord } from './menu-records.ts'

/**
 * Whether an address is that of a page of the product, or of a directory of such pages, which the user's menu leaves
 * out. The address of a page is the name of its view, unless an administrator moved it: then it is elsewhere, or nowhere.
 */
export function isLeftOut(pathname: string, pages: readonly Pick<PageRecord, 'view'>[]): boolean {
  const name = pathname.replace(/^\/|\/+$/g, '')
  return Object.keys(views).some(
    (view) => (view === name || view.startsWith(`${name}/`)) && !pages.some((page) => page.view === view),
  )
}
