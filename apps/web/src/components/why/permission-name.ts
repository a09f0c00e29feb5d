import { buttonLabel, menuLabel, type Translate } from '../../ground/language.ts'

interface Permission {
  permission: string
  /** Full path of the page that it belongs to; may be empty. */
  page: string
}

/** The action that a permission allows; that of a page itself allows viewing it. */
export function permissionName(t: Translate, { permission, page }: Permission): string {
  const button = buttonLabel(permission, permission)
  if (button !== permission) return button
  return page === '' ? permission : t('why.view', { name: menuLabel(page, page) })
}

/** The same with the page of a button. */
export function fullPermissionName(t: Translate, of: Permission): string {
  const name = permissionName(t, of)
  const isButton = buttonLabel(of.permission, of.permission) !== of.permission
  return isButton && of.page !== '' ? `${menuLabel(of.page, of.page)} › ${name}` : name
}
