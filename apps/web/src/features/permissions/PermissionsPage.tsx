import { MenuType } from '@fleetdeck/contract/enums'
import { type PermissionRow, permissions } from '@fleetdeck/contract/permissions'
import { Alert, Button, Space, Tag } from 'antd'
import { useState } from 'react'
import { CopyText } from '../../components/CopyText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { buttonLabel, menuLabel, seededName, type Translate, useText } from '../../ground/language.ts'
import { HoldersDrawer } from './HoldersDrawer.tsx'
import styles from './permissions.module.css'

function buildColumns(t: Translate, open: (permission: string) => void): CrudColumn<PermissionRow>[] {
  return [
    {
      key: 'permission',
      title: t('permission.string'),
      render: (_, { permission }) => <CopyText text={permission} />,
    },
    {
      key: 'menus',
      title: t('permission.menus'),
      render: (_, { menus, permission }) => <Menus menus={menus} permission={permission} />,
    },
    {
      key: 'roles',
      title: t('permission.roles'),
      render: (_, { roles }) =>
        roles.length > 0 && (
          <Space size={4} wrap>
            {roles.map(({ id, roleName, status }) => (
              <Tag key={id} className={status ? styles.off : ''}>
                {seededName(roleName)}
              </Tag>
            ))}
          </Space>
        ),
    },
    {
      key: 'userCount',
      title: t('permission.users'),
      align: 'right',
      width: 100,
      render: (_, { permission, userCount }) =>
        userCount === 0 ? (
          userCount
        ) : (
          <Button type="link" size="small" onClick={() => open(permission)}>
            {userCount}
          </Button>
        ),
    },
    {
      key: 'routes',
      title: t('permission.routes'),
      render: (_, { routes }) => (
        <ul className={styles.list}>
          {routes.map(({ method, path }) => (
            <li key={`${method} ${path}`}>
              <code>
                <b>{method}</b> {path}
              </code>
            </li>
          ))}
        </ul>
      ),
    },
  ]
}

/** Pages by their label, buttons with their page. */
function Menus({ menus, permission }: Pick<PermissionRow, 'menus' | 'permission'>) {
  return (
    <ul className={styles.list}>
      {menus.map(({ id, menuType, menuName, fullPath }) => (
        <li key={id}>
          {menuType === MenuType.button
            ? `${menuLabel(fullPath, fullPath)} › ${buttonLabel(permission, menuName)}`
            : menuLabel(fullPath, menuName)}
        </li>
      ))}
    </ul>
  )
}

/** All permissions with their pages, buttons and holders. */
export function PermissionsPage() {
  const t = useText()
  const [open, setOpen] = useState<string>()
  return (
    <>
      <CrudPage
        contract={permissions}
        title={t('permission.title')}
        columns={buildColumns(t, setOpen)}
        nameOf={(row) => row.permission}
        filters={[{ name: 'permission', label: t('permission.string') }]}
        notice={<Alert type="info" showIcon title={t('permission.superNote')} />}
        rowActions={() => []}
        emptyText={t('permission.empty')}
      />
      {open !== undefined && <HoldersDrawer permission={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
