import { ArrowLeftOutlined, PlusOutlined } from '@ant-design/icons'
import type { UserId } from '@fleetdeck/contract/ids'
import { type RoleUser, roles, roleUsers } from '@fleetdeck/contract/roles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { nameColumn, statusColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { defaultListSize } from '../../ground/constants.ts'
import { seededName, useText } from '../../ground/language.ts'
import { AddUsersDialog } from './AddUsersDialog.tsx'

export function useUserColumns(): CrudColumn<RoleUser>[] {
  const t = useText()
  return [
    { key: 'userName', title: t('user.name') },
    nameColumn('nickName', t('user.nick')),
    nameColumn('deptName', t('user.department')),
    { key: 'phone', title: t('user.phone') },
    { key: 'email', title: t('user.email'), hiddenAtFirst: true },
    statusColumn(t),
    timeColumn('createdAt', t('user.created')),
  ]
}

/** Read from the list, because the call for one role requires the permission to edit it. */
function useRoleName(roleId: number) {
  const { data } = useQuery({
    queryKey: [roles.list.path, 'name', roleId],
    queryFn: () => call(roles.list, { query: { pageSize: defaultListSize } }),
    meta: { silent: true },
  })
  return seededName(data?.list.find((role) => role.id === roleId)?.roleName ?? String(roleId))
}

function useRemoveUsers(roleId: number) {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const taking = useMutation({
    mutationFn: (userIds: UserId[]) => call(roleUsers.cancel, { body: { roleId, userIds } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [roleUsers.list.path] }),
  })
  return (users: readonly RoleUser[], onDone = () => {}) => {
    const names = users.map((user) => user.userName)
    const title =
      names.length === 1
        ? t('role.cancelOne', { name: names[0] ?? '' })
        : t('role.cancelMany', { count: names.length })
    inBackground(
      confirm({
        title,
        names,
        hint: t('role.cancelHint'),
        okText: t('role.cancelUser'),
        run: async () => {
          await taking.mutateAsync(users.map((user) => user.id))
          showSuccess(t('table.saved'))
          onDone()
        },
      }),
    )
  }
}

const listOnly = { list: roleUsers.list }

/** The users of one role; users can be added and removed. */
export function RoleUsersPage() {
  const t = useText()
  const navigate = useNavigate()
  const roleId = Number(useParams().roleId ?? location.pathname.split('/').at(-1))
  const name = useRoleName(roleId)
  const columns = useUserColumns()
  const removeUsers = useRemoveUsers(roleId)
  const [isAdding, setAdding] = useState(false)
  const filters = [
    { name: 'userName', label: t('user.nameOrNick') },
    { name: 'phone', label: t('user.phone') },
  ]
  const fixed = useMemo(() => ({ roleId, assigned: '1' }), [roleId])
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('role.addUsers')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={listOnly}
        title={t('role.usersOf', { name })}
        columns={columns}
        nameOf={(user) => user.userName}
        filters={filters}
        fixed={fixed}
        heading={
          <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => navigate('/system/role')}>
            {t('role.back')}
          </Button>
        }
        primary={addButton}
        emptyText={t('role.usersEmpty')}
        emptyAction={addButton}
        rowActions={(user) => [
          { key: 'cancel', label: t('role.cancelUser'), run: () => removeUsers([user]), isDanger: true },
        ]}
        batchActions={(users, clear) => (
          <Button size="small" danger onClick={() => removeUsers(users, clear)}>
            {t('role.cancelUser')}
          </Button>
        )}
      />
      {isAdding && <AddUsersDialog roleId={roleId} roleName={name} onClose={() => setAdding(false)} />}
    </>
  )
}
