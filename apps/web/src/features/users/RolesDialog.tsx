import { Status } from '@fleetdeck/contract/enums'
import type { RoleOption } from '@fleetdeck/contract/roles'
import { type User, users } from '@fleetdeck/contract/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Descriptions, Input, Modal, Table } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useDraft } from '../../components/drafts/use-draft.tsx'
import { nameColumn } from '../../crud/columns.tsx'
import { seededName, useText } from '../../ground/language.ts'

/** All roles visible to the caller; those that the caller may not give are disabled. */
export function RolesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [ticked, setTicked] = useState<number[]>()
  const { data } = useQuery({
    queryKey: [users.one.path, user.id],
    queryFn: () => call(users.one, { query: { id: user.id } }),
    gcTime: 0,
  })
  const chosen = ticked ?? data?.checkedRoleIds ?? []
  const draft = useDraft<number[]>({
    place: `user/roles/${user.id}`,
    stored: data?.checkedRoleIds,
    read: () => chosen,
    restore: setTicked,
  })
  const saving = useMutation({
    mutationFn: () => call(users.assignRoles, { body: { userId: user.id, roleIds: chosen } }),
    onSuccess: async () => {
      draft.drop()
      await client.invalidateQueries({ queryKey: [users.list.path] })
      showSuccess(t('user.rolesSaved'))
      onClose()
    },
  })
  const close = async () => {
    if (await draft.mayClose()) onClose()
  }
  const wanted = search.trim().toLowerCase()
  const shown = data?.roleList.filter(({ roleName, roleKey }) =>
    `${seededName(roleName)} ${roleKey}`.toLowerCase().includes(wanted),
  )
  const explainReason = (role: RoleOption) => {
    if (role.status !== Status.on) return t('common.disabled')
    return role.grantable ? '' : t('user.roleNotYours')
  }
  return (
    <Modal
      open
      width={640}
      title={t('user.assignRolesTitle', { name: user.userName })}
      mask={{ closable: false }}
      onCancel={close}
      okText={t('table.save')}
      okButtonProps={{ disabled: chosen.length === 0, loading: saving.isPending }}
      onOk={() => saving.mutate()}
    >
      {data && draft.bar}
      <Descriptions
        size="small"
        column={2}
        items={[
          { key: 'nick', label: t('user.nick'), children: seededName(user.nickName) },
          {
            key: 'dept',
            label: t('user.department'),
            children: user.deptName ? seededName(user.deptName) : t('user.noDepartment'),
          },
        ]}
      />
      <Input
        allowClear
        value={search}
        placeholder={t('user.searchRoles')}
        aria-label={t('user.searchRoles')}
        style={{ margin: '12px 0' }}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Table<RoleOption>
        rowKey="id"
        size="small"
        loading={!data}
        dataSource={shown ?? []}
        pagination={{ pageSize: 10, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
        rowSelection={{
          selectedRowKeys: chosen,
          preserveSelectedRowKeys: true,
          onChange: (keys) => {
            setTicked(keys.map(Number))
            draft.keep()
          },
          getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectPage') }),
          getCheckboxProps: (role) => ({
            'aria-label': seededName(role.roleName),
            disabled: !role.grantable && !data?.checkedRoleIds.includes(role.id),
          }),
        }}
        columns={[
          nameColumn('roleName', t('role.name')),
          { key: 'roleKey', title: t('role.key'), dataIndex: 'roleKey' },
          { key: 'reason', title: '', render: (_, role) => explainReason(role) },
        ]}
      />
    </Modal>
  )
}
