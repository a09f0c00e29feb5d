import type { DepartmentNode } from '@fleetdeck/contract/departments'
import { DataScope } from '@fleetdeck/contract/enums'
import { type Role, roles } from '@fleetdeck/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Descriptions, Form, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { CheckTree } from '../../components/CheckTree.tsx'
import { type Checked, checkedLeaves, linkedState } from '../../components/check-tree.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'
import { scopeTexts } from './scope-texts.ts'

interface ScopeFields {
  dataScope: DataScope
  departments?: Checked
}

interface FieldsProps {
  depts: DepartmentNode[]
  isLinked: boolean
  onLink: (isLinked: boolean) => void
}

function Fields({ depts, isLinked, onLink }: FieldsProps) {
  const t = useText()
  const scope: number = Form.useWatch('dataScope') ?? DataScope.self
  const chosen = scopeTexts[scope]
  return (
    <>
      <Form.Item
        name="dataScope"
        label={t('role.dataScope')}
        rules={[{ required: true, message: t('role.scopeRequired') }]}
      >
        <Select
          options={Object.entries(scopeTexts).map(([value, { name }]) => ({
            value: Number(value),
            label: t(name),
          }))}
        />
      </Form.Item>
      <Alert
        type="info"
        style={{ marginBottom: 24 }}
        title={
          <>
            <strong>{chosen && t(chosen.explanation)}</strong>
            <br />
            {t('role.explainUnion')}
          </>
        }
      />
      {scope === DataScope.custom && (
        <Form.Item name="departments" label={t('department.title')}>
          <CheckTree<DepartmentNode>
            nodes={depts}
            titleOf={(node) => node.label}
            searchText={(node) => node.label}
            isLinked={isLinked}
            onLink={onLink}
            opensAtFirst
          />
        </Form.Item>
      )}
    </>
  )
}

/** The data scope of a role. Only checked departments count, half-checked ones do not. */
export function ScopeDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [isLinked, setLinked] = useState(role.deptCheckStrictly)
  const { data } = useQuery({
    queryKey: [roles.departments.path, role.id],
    queryFn: () => call(roles.departments, { query: { roleId: role.id } }),
    gcTime: 0,
  })
  const save = async ({ dataScope, departments }: ScopeFields) => {
    const deptIds = departments?.checked ?? []
    await call(roles.setDataScope, {
      body: { roleId: role.id, dataScope, deptIds, deptCheckStrictly: isLinked },
    })
    await client.invalidateQueries({ queryKey: [roles.list.path] })
    showSuccess(t('table.saved'))
  }
  const start = data && {
    dataScope: role.dataScope,
    departments: role.deptCheckStrictly
      ? linkedState(data.depts, checkedLeaves(data.depts, data.checkedKeys))
      : { checked: data.checkedKeys, half: [] },
  }
  return (
    <FormDrawer<ScopeFields>
      key={data ? 'loaded' : 'loading'}
      title={t('role.scopeTitle', { name: role.roleName })}
      initialValues={start}
      onClose={onClose}
      onSubmit={save}
    >
      <Descriptions
        column={1}
        size="small"
        style={{ marginBottom: 16 }}
        items={[
          { key: 'name', label: t('role.name'), children: role.roleName },
          { key: 'key', label: t('role.key'), children: <code>{role.roleKey}</code> },
        ]}
      />
      {data ? <Fields depts={data.depts} isLinked={isLinked} onLink={setLinked} /> : <Skeleton active />}
    </FormDrawer>
  )
}
