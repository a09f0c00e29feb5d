import { type Department, departments } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import { phonePattern } from '@fleetdeck/contract/profile'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, InputNumber, TreeSelect } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { StatusField } from '../../components/StatusField.tsx'
import { useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import type { Editing } from './editing.ts'
import { type DepartmentRow, treeRows } from './tree-rows.ts'

interface DraftFields {
  parentId: number
  deptName: string
  orderNum: number
  leader?: string
  phone?: string
  email?: string
  status: 0 | 1
}

interface Choice {
  value: number
  title: string
  disabled: boolean
  children: Choice[]
}
/** A department and its descendants are not offered as its parent. */
const buildChoices = (rows: readonly DepartmentRow[], without?: number): Choice[] =>
  rows.flatMap((row) =>
    row.id === without
      ? []
      : [
          {
            value: row.id,
            title: row.deptName,
            disabled: row.status !== Status.on,
            children: buildChoices(row.children ?? [], without),
          },
        ],
  )

function Fields({ choices }: { choices: Choice[] }) {
  const t = useText()
  return (
    <>
      <Form.Item
        name="parentId"
        label={t('department.parent')}
        rules={[{ required: true, message: t('department.parentRequired') }]}
      >
        <TreeSelect treeData={choices} treeDefaultExpandAll showSearch treeNodeFilterProp="title" />
      </Form.Item>
      <Form.Item
        name="deptName"
        label={t('department.name')}
        rules={[{ required: true, whitespace: true, message: t('department.nameRequired') }]}
      >
        <Input autoFocus maxLength={30} />
      </Form.Item>
      <Form.Item
        name="orderNum"
        label={t('department.order')}
        rules={[{ required: true, message: t('department.orderRequired') }]}
      >
        <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="leader" label={t('department.leader')}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('department.phone')}
        rules={[{ pattern: phonePattern, message: t('profile.phoneWrong') }]}
      >
        <Input type="tel" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('department.email')}
        rules={[{ type: 'email', message: t('profile.emailWrong') }]}
      >
        <Input type="email" maxLength={50} />
      </Form.Item>
      <StatusField />
    </>
  )
}

interface DepartmentDrawerProps {
  rows: readonly Department[]
  editing: Editing
  onClose: () => void
}

export function DepartmentDrawer({ rows, editing, onClose }: DepartmentDrawerProps) {
  const t = useText()
  const client = useQueryClient()
  const isAdmin = useSession((state) => state.user?.isAdmin ?? false)
  const row = 'row' in editing ? editing.row : undefined
  const known = new Set(rows.map(({ id }) => id))
  const isTop = row && (row.parentId === null || !known.has(row.parentId))
  const tree = buildChoices(treeRows(rows, { name: '', status: undefined }), row?.id)
  // The root is offered to users who see every department, and to a row that is a root in the caller's view.
  const top = {
    value: isTop ? (row.parentId ?? 0) : 0,
    title: t('department.top'),
    disabled: false,
    children: [],
  }
  const choices = isAdmin || isTop ? [top, ...tree] : tree
  const below = 'below' in editing ? (editing.below ?? choices.find((choice) => !choice.disabled)?.value) : 0
  const initialValues = row
    ? { ...row, parentId: row.parentId ?? 0 }
    : { parentId: below, orderNum: 0, status: Status.on }

  const save = async (draft: DraftFields) => {
    if (row) await call(departments.edit, { body: { ...draft, id: row.id } })
    else await call(departments.add, { body: draft })
    await client.invalidateQueries({ queryKey: [departments.list.path] })
    showSuccess(t(row ? 'table.saved' : 'table.added'))
  }
  return (
    <FormDrawer<DraftFields>
      title={t(row ? 'department.edit' : 'department.add')}
      initialValues={initialValues}
      onClose={onClose}
      onSubmit={save}
    >
      <Fields choices={choices} />
    </FormDrawer>
  )
}
