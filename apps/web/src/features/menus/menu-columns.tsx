import { MenuType } from '@fleetdeck/contract/enums'
import type { MenuRow } from '@fleetdeck/contract/menus'
import { Tag } from 'antd'
import { CopyText } from '../../components/CopyText.tsx'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { MenuIcon } from '../../components/menu-icon/MenuIcon.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { buttonLabel, menuLabel, type Translate } from '../../ground/language.ts'
import styles from './menus.module.css'

const typeColors: Record<number, string> = {
  [MenuType.directory]: 'processing',
  [MenuType.menu]: 'success',
  [MenuType.button]: 'default',
}
const typeText = (t: Translate, menuType: number) =>
  t(`menuRow.type${menuType === 0 ? 0 : menuType === 1 ? 1 : 2}`)

/** In the present language where the program has a word for it. */
export const menuRowName = ({ menuType, menuName, fullPath, langKey, permission }: MenuRow) =>
  menuType === MenuType.button ? buttonLabel(permission, menuName) : menuLabel(langKey || fullPath, menuName)

export const menuColumns = (t: Translate): CrudColumn<MenuRow>[] => [
  {
    key: 'name',
    title: t('menuRow.name'),
    render: (_, row) => (
      <span className={row.visible ? styles.name : `${styles.name} ${styles.hidden}`}>
        {row.icon && <MenuIcon name={row.icon} />}
        {menuRowName(row)}
      </span>
    ),
  },
  {
    key: 'type',
    title: t('menuRow.type'),
    render: (_, { menuType }) => <Tag color={typeColors[menuType] ?? 'default'}>{typeText(t, menuType)}</Tag>,
  },
  { key: 'orderNum', title: t('menuRow.order') },
  {
    key: 'permission',
    title: t('menuRow.permission'),
    render: (_, { permission }) => permission && <CopyText text={permission} />,
  },
  {
    key: 'component',
    title: t('menuRow.component'),
    render: (_, { component }) => component && <code>{component}</code>,
  },
  {
    key: 'status',
    title: t('menuRow.status'),
    render: (_, { status }) => <EnabledMark status={status} />,
  },
  {
    key: 'created',
    title: t('menuRow.created'),
    render: (_, { createdAt }) => <TimeText value={createdAt} />,
  },
]
