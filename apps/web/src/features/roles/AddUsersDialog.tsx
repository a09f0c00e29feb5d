import { type RoleUser, roleUsers } from '@fleetdeck/contract/roles'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Input, Modal, Table } from 'antd'
import { useDeferredValue, useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { nameColumn } from '../../crud/columns.tsx'
import { pickerPageSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'

/** Users without the role, selectable across pages. */
export function AddUsersDialog({
  roleId,
  roleName,
  onClose,
}: {
  roleId: number
  roleName: string
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const userName = useDeferredValue(typed.trim())
  const [pageNum, setPageNum] = useState(1)
  const [chosen, setChosen] = useState<number[]>([])
  const query = { roleId, assigned: '0', userName, pageNum, pageSize: pickerPageSize } as const
  const list = useQuery({
    queryKey: [roleUsers.list.path, query],
    queryFn: ({ signal }) => call(roleUsers.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const adding = useMutation({
    mutationFn: () => call(roleUsers.assign, { body: { roleId, userIds: chosen } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [roleUsers.list.path] })
      showSuccess(t('role.usersAdded'))
      onClose()
    },
  })
  return (
    <Modal
      open
      width={680}
      title={t('role.addUsersTo', { name: roleName })}
      onCancel={onClose}
      okText={chosen.length ? t('role.addCount', { count: chosen.length }) : t('role.addUsers')}
      okButtonProps={{ disabled: chosen.length === 0, loading: adding.isPending }}
      onOk={() => adding.mutate()}
    >
      <Input
        allowClear
        autoFocus
        maxLength={50}
        value={typed}
        placeholder={t('user.nameOrNick')}
        aria-label={t('user.nameOrNick')}
        style={{ marginBottom: 12 }}
        onChange={(event) => {
          setTyped(event.target.value)
          setPageNum(1)
        }}
      />
      <Table<RoleUser>
        rowKey="id"
        size="small"
        loading={list.isPending}
        dataSource={list.data?.list ?? []}
        scroll={{ x: 'max-content' }}
        rowSelection={{
          selectedRowKeys: chosen,
          preserveSelectedRowKeys: true,
          onChange: (keys) => setChosen(keys.map(Number)),
          getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectPage') }),
          getCheckboxProps: (user) => ({ 'aria-label': user.userName }),
        }}
        pagination={{
          size: 'small',
          current: pageNum,
          pageSize: pickerPageSize,
          total: list.data?.total ?? 0,
          showSizeChanger: false,
          onChange: setPageNum,
        }}
        columns={[
          { key: 'userName', title: t('user.name'), dataIndex: 'userName' },
          nameColumn('nickName', t('user.nick')),
          nameColumn('deptName', t('user.department')),
          { key: 'phone', title: t('user.phone'), dataIndex: 'phone' },
          {
            key: 'status',
            title: t('common.status'),
            render: (_, user) => <EnabledMark status={user.status} />,
          },
        ]}
      />
    </Modal>
  )
}
