import type { DepartmentNode } from '@fleetdeck/contract/departments'
import type { DataOf } from '@fleetdeck/contract/endpoint'
import { DataScope } from '@fleetdeck/contract/enums'
import type { DepartmentId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import { type Role, roles, type ScopeCount } from '@fleetdeck/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Descriptions, Flex, Form, Select, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { CheckTree } from '../../components/CheckTree.tsx'
import { allKeys } from '../../components/check-tree.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { scopeTexts } from '../../components/scope-texts.ts'
import { seededName, useText } from '../../ground/language.ts'
import { useRoleSaving } from './use-role-saving.tsx'

interface ScopeFields {
  dataScope: DataScope
  deptIds: number[]
}

interface FieldsProps {
  data: DataOf<typeof roles.departments>
  isLinked: boolean
  onLink: (isLinked: boolean) => void
}

const empty: ScopeCount = { userCount: 0, deviceCount: 0 }
const sizeOf = ({ userCount, deviceCount }: ScopeCount) => ({ users: userCount, devices: deviceCount })

/** Whose devices the scope shows, as far as that does not depend on which users have the role. */
function useSize({ counts, all }: FieldsProps['data']): string {
  const t = useText()
  const scope: number = Form.useWatch('dataScope') ?? DataScope.self
  const deptIds: number[] = Form.useWatch('deptIds') ?? []
  if (scope === DataScope.all) return all ? t('role.scopeSum', sizeOf(all)) : ''
  if (scope !== DataScope.custom) return t('role.scopeByHolder')
  const sum = (key: keyof ScopeCount) =>
    counts.reduce((total, each) => total + (deptIds.includes(each.deptId) ? each[key] : 0), 0)
  return t('role.scopeSum', sizeOf({ userCount: sum('userCount'), deviceCount: sum('deviceCount') }))
}

/** A field of the form: the departments of the custom scope. */
function DepartmentTree({
  data: { depts, counts },
  value = [],
  ...field
}: FieldsProps & { value?: number[]; onChange?: (value: number[]) => void }) {
  const t = useText()
  const sizes = new Map<number, ScopeCount>(counts.map((each) => [each.deptId, each]))
  const shown = allKeys(depts)
  const hiddenCount = value.filter((id) => !shown.includes(id)).length
  return (
    <>
      <Typography.Paragraph type="secondary">{t('role.scopeTreeHint')}</Typography.Paragraph>
      <CheckTree<DepartmentNode>
        nodes={depts}
        titleOf={(node) => (
          <Flex justify="space-between" gap={12}>
            <span>{node.label}</span>
            <Typography.Text type="secondary">
              {t('role.scopeSize', sizeOf(sizes.get(node.id) ?? empty))}
            </Typography.Text>
          </Flex>
        )}
        searchText={(node) => node.label}
        opensAtFirst
        value={value}
        {...field}
      />
      {hiddenCount > 0 && (
        <Typography.Text type="secondary">
          {t('role.hiddenDepartments', { count: hiddenCount })}
        </Typography.Text>
      )}
    </>
  )
}

function Fields(props: FieldsProps) {
  const t = useText()
  const scope: number = Form.useWatch('dataScope') ?? DataScope.self
  const chosen = scopeTexts[scope]
  const size = useSize(props.data)
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
            {size && <strong>{size}</strong>}
            <div>{chosen && t(chosen.explanation)}</div>
            <div>{t('role.explainUnion')}</div>
          </>
        }
      />
      <Form.Item name="deptIds" label={t('department.title')} hidden={scope !== DataScope.custom}>
        <DepartmentTree {...props} />
      </Form.Item>
    </>
  )
}

/** The data scope of a role. Selected departments are stored; those below are selected on their own. */
export function ScopeDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [isLinked, setLinked] = useState(role.deptCheckStrictly)
  const { data, refetch } = useQuery({
    queryKey: [roles.departments.path, role.id],
    queryFn: () => call(roles.departments, { query: { roleId: role.id } }),
    gcTime: 0,
  })
  const saving = useRoleSaving()
  const withoutGone = (deptIds: readonly number[]) => {
    const known = new Set([...allKeys(data?.depts ?? []), ...(data?.checkedKeys ?? [])])
    return deptIds.filter((id) => known.has(id)) as DepartmentId[]
  }
  const save = async ({ dataScope, deptIds }: ScopeFields) => {
    const { id: roleId, revision } = role
    const scope = { roleId, dataScope, deptIds: withoutGone(deptIds) }
    const steps = {
      roleId,
      revision,
      preview: () => call(roleChanges.previewScope, { body: { ...scope, revision } }),
      save: (seen: number | undefined) =>
        call(roles.setDataScope, {
          body: { ...scope, deptCheckStrictly: isLinked, ...(seen && { revision: seen }) },
        }),
      onLoadTheirs: onClose,
    }
    const isSaved = await saving.save(steps).catch(async (error: unknown) => {
      // The next save leaves out departments that were deleted in the meantime.
      await refetch()
      throw error
    })
    await Promise.all(
      [roles.list, roles.one, roleChanges.history].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )
    if (isSaved) showSuccess(t('table.saved'))
    return isSaved
  }
  return (
    <FormDrawer<ScopeFields>
      key={data ? 'loaded' : 'loading'}
      place={`role/scope/${role.id}`}
      title={t('role.scopeTitle', { name: seededName(role.roleName) })}
      width={560}
      {...(data && { initialValues: { dataScope: role.dataScope, deptIds: data.checkedKeys } })}
      onClose={onClose}
      onSubmit={save}
    >
      <Descriptions
        column={1}
        size="small"
        style={{ marginBottom: 16 }}
        items={[
          { key: 'name', label: t('role.name'), children: seededName(role.roleName) },
          { key: 'key', label: t('role.key'), children: <code>{role.roleKey}</code> },
        ]}
      />
      {data ? <Fields data={data} isLinked={isLinked} onLink={setLinked} /> : <Skeleton active />}
      {saving.dialogs}
    </FormDrawer>
  )
}
