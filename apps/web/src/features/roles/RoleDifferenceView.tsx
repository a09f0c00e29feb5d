import { MenuType, Status } from '@fleetdeck/contract/enums'
import type { ChangedMenu, RoleDifference, RoleFieldName } from '@fleetdeck/contract/role-changes'
import { SecondFactor } from '@fleetdeck/contract/second-factor'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Flex, Tag, Typography } from 'antd'
import { nodeLabel } from '../../components/menu-grants/node-label.ts'
import { scopeTexts } from '../../components/scope-texts.ts'
import { type Translate, useText } from '../../ground/language.ts'

const fieldTexts: Record<RoleFieldName, TextKey> = {
  roleName: 'role.name',
  roleKey: 'role.key',
  roleSort: 'role.sort',
  status: 'common.status',
  dataScope: 'role.dataScope',
  secondFactor: 'factor.inRole',
  remark: 'role.remark',
}

function valueText(t: Translate, field: RoleFieldName, value: string | number): string {
  if (field === 'status') return t(value === Status.on ? 'common.enabled' : 'common.disabled')
  if (field === 'dataScope') return t(scopeTexts[Number(value)]?.name ?? 'role.scopeSelf')
  if (field === 'secondFactor')
    return t(value === SecondFactor.required ? 'factor.roleRequired' : 'factor.roleOffered')
  return value === '' ? '–' : String(value)
}

const countOf = (menus: readonly ChangedMenu[], type: MenuType) =>
  menus.filter(({ menuType }) => menuType === type).length

/** The difference, in one line: "Removes 4 pages · Adds 1 button". */
export function differenceParts(t: Translate, difference: RoleDifference): string[] {
  const { addedMenus, removedMenus, addedDepartments, removedDepartments } = difference
  const counts: [TextKey, number][] = [
    ['role.removesPages', countOf(removedMenus, MenuType.menu)],
    ['role.removesButtons', countOf(removedMenus, MenuType.button)],
    ['role.addsPages', countOf(addedMenus, MenuType.menu)],
    ['role.addsButtons', countOf(addedMenus, MenuType.button)],
    ['role.removesDepartments', removedDepartments.length],
    ['role.addsDepartments', addedDepartments.length],
  ]
  return counts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }))
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <Flex wrap gap={4} style={{ marginTop: 4 }}>
        {names.map((name, index) => (
          // Names may repeat, and the list does not change.
          <Tag key={index} style={{ marginInlineEnd: 0, whiteSpace: 'normal' }}>
            {name}
          </Tag>
        ))}
      </Flex>
    </div>
  )
}

/** Directories mean nothing on their own. */
const menuNames = (menus: readonly ChangedMenu[]) =>
  menus.filter(({ menuType }) => menuType !== MenuType.directory).map(nodeLabel)

/** The names behind a difference. */
export function RoleDifferenceView({ difference }: { difference: RoleDifference }) {
  const t = useText()
  return (
    <Flex vertical gap={12}>
      {difference.fields.map(({ field, before, after }) => (
        <div key={field}>
          <Typography.Text type="secondary">{t(fieldTexts[field])}</Typography.Text>{' '}
          <del>{valueText(t, field, before)}</del> → {valueText(t, field, after)}
        </div>
      ))}
      <Names title={t('role.removedMenus')} names={menuNames(difference.removedMenus)} />
      <Names title={t('role.addedMenus')} names={menuNames(difference.addedMenus)} />
      <Names title={t('role.removedDepartments')} names={difference.removedDepartments} />
      <Names title={t('role.addedDepartments')} names={difference.addedDepartments} />
    </Flex>
  )
}
