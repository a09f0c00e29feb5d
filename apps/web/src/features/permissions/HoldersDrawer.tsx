import { type PermissionHolder, permissions } from '@fleetdeck/contract/permissions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'

const pageSize = 20

/** The users who hold a permission, and through which roles. */
export function HoldersDrawer({ permission, onClose }: { permission: string; onClose: () => void }) {
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const query = { permission, pageNum, pageSize }
  const { data, isPending } = useQuery({
    queryKey: [permissions.holders.path, query],
    queryFn: ({ signal }) => call(permissions.holders, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const columns: TableColumnsType<PermissionHolder> = [
    {
      key: 'user',
      title: t('permission.users'),
      render: (_, { userName, nickName }) => (nickName === userName ? userName : `${userName} · ${nickName}`),
    },
    { key: 'dept', title: t('log.dept'), dataIndex: 'deptName' },
    {
      key: 'roles',
      title: t('permission.throughRoles'),
      render: (_, { roleNames }) => roleNames.join(', '),
    },
  ]
  return (
    <Drawer open size={560} title={t('permission.holdersOf', { name: permission })} onClose={onClose}>
      <Table
        rowKey="id"
        size="small"
        loading={isPending}
        columns={columns}
        dataSource={data?.list ?? []}
        locale={{ emptyText: t('permission.noHolders') }}
        pagination={{
          current: pageNum,
          pageSize,
          total: data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPageNum,
        }}
      />
    </Drawer>
  )
}
