import { permissions } from '@fleetdeck/contract/permissions'
import { Drawer } from 'antd'
import { call } from '../../api/call.ts'
import { PagedTable } from '../../components/PagedTable.tsx'
import { nameColumn } from '../../crud/columns.tsx'
import { listText, personName, seededName, useText } from '../../ground/language.ts'

/** The users who have a permission, and through which roles. */
export function HoldersDrawer({ permission, onClose }: { permission: string; onClose: () => void }) {
  const t = useText()
  const conditions = { permission }
  return (
    <Drawer open size={560} title={t('permission.holdersOf', { name: permission })} onClose={onClose}>
      <PagedTable
        list={permissions.holders}
        conditions={conditions}
        load={(page, signal) => call(permissions.holders, { query: { ...conditions, ...page }, signal })}
        columns={[
          {
            key: 'user',
            title: t('permission.users'),
            render: (_, user) => personName(user),
          },
          nameColumn('deptName', t('log.dept')),
          {
            key: 'roles',
            title: t('permission.throughRoles'),
            render: (_, { roleNames }) => listText(roleNames.map(seededName)),
          },
        ]}
        emptyText={t('permission.noHolders')}
        pageSize={20}
      />
    </Drawer>
  )
}
