import type { TestSite } from '@fleetdeck/testing/site/test-site'
import { menus } from '../../platform/db/schema/menus.ts'

/** Menu rows of these permissions, which the shipped menus do not have. */
export const addMissingMenus = (site: TestSite, permissions: string[]) =>
  site.deps.db
    .insert(menus)
    .values(permissions.map((permission) => ({ menuType: 2, menuName: permission, permission })))
