import { Status } from '@fleetdeck/contract/enums'
import { type MenuNode, type Role, RoleDraft, roles } from '@fleetdeck/contract/roles'
import { SecondFactor } from '@fleetdeck/contract/second-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { CheckTree } from '../../components/CheckTree.tsx'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { StatusField } from '../../components/StatusField.tsx'
import { NumberField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { buttonLabel, menuLabel, useText } from '../../ground/language.ts'

interface RoleFields {
  roleName: string
  roleKey: string
  roleSort: number
  status: Status
  secondFactor: SecondFactor
  remark?: string
  menuIds: number[]
}

const labelOf = (node: MenuNode) =>
  node.path ? menuLabel(node.path, node.label) : buttonLabel(node.permission, node.label)

function Fields({
  menuList,
  isLinked,
  onLink,
}: {
  menuList: MenuNode[]
  isLinked: boolean
  onLink: (is: boolean) => void
}) {
  const t = useText()
  return (
    <>
      <TextField draft={RoleDraft} name="roleName" label={t('role.name')} autoFocus />
      <TextField draft={RoleDraft} name="roleKey" label={t('role.key')} tooltip={t('role.keyHint')} />
      <NumberField draft={RoleDraft} name="roleSort" label={t('role.sort')} />
      <StatusField />
      <Form.Item name="secondFactor" label={t('factor.inRole')} tooltip={t('factor.roleHint')}>
        <Radio.Group
          options={[
            { value: SecondFactor.offered, label: t('factor.roleOffered') },
            { value: SecondFactor.required, label: t('factor.roleRequired') },
          ]}
        />
      </Form.Item>
      <Form.Item name="menuIds" label={t('role.menus')}>
        <CheckTree<MenuNode>
          nodes={menuList}
          titleOf={(node) => <span title={node.permission}>{labelOf(node)}</span>}
          searchText={(node) => `${labelOf(node)} ${node.permission}`}
          isLinked={isLinked}
          ticksAncestors
          onLink={onLink}
        />
      </Form.Item>
      <TextAreaField draft={RoleDraft} name="remark" label={t('role.remark')} rows={2} />
    </>
  )
}

/** The initial data of the form: for an existing role, its menus. */
function useRoleForm(role: Role | undefined) {
  return useQuery({
    queryKey: [roles.one.path, role?.id ?? 'new'],
    queryFn: async () => {
      if (role) return await call(roles.one, { query: { roleId: role.id } })
      return { ...(await call(roles.form)), role: undefined, checkedRules: [] }
    },
    gcTime: 0,
  })
}

export function RoleDrawer({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { data } = useRoleForm(role)
  const [linkChoice, setLinked] = useState<boolean>()
  const isLinked = linkChoice ?? data?.role?.menuCheckStrictly ?? true

  const save = async (draft: RoleFields) => {
    const body = { ...draft, menuCheckStrictly: isLinked }
    if (role) await call(roles.edit, { body: { ...body, id: role.id } })
    else await call(roles.add, { body })
    await client.invalidateQueries({ queryKey: [roles.list.path] })
    showSuccess(t(role ? 'table.saved' : 'table.added'))
  }
  const toInitialValues = ({ checkedRules }: NonNullable<typeof data>) => ({
    ...(role ?? { roleSort: 0, status: Status.on, secondFactor: SecondFactor.offered }),
    menuIds: checkedRules,
  })
  return (
    <FormDrawer<RoleFields>
      key={data ? 'loaded' : 'loading'}
      title={t(role ? 'role.edit' : 'role.add')}
      width={560}
      {...(data && { initialValues: toInitialValues(data) })}
      onClose={onClose}
      onSubmit={(values) =>
        save({
          roleName: values.roleName,
          roleKey: values.roleKey,
          roleSort: values.roleSort,
          status: values.status,
          secondFactor: values.secondFactor,
          remark: values.remark ?? '',
          menuIds: values.menuIds,
        })
      }
    >
      {data ? (
        <Fields menuList={data.menuList} isLinked={isLinked} onLink={setLinked} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </FormDrawer>
  )
}
