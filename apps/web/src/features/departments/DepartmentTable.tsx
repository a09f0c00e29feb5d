import { departments } from '@fleetdeck/contract/departments'
import type { DepartmentId } from '@fleetdeck/contract/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { InputNumber, type TableColumnType } from 'antd'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { TreeTable } from '../../crud/list/TreeTable.tsx'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import type { Editing } from './editing.ts'
import type { DepartmentRow } from './tree-rows.ts'
import type { useOrders } from './use-orders.ts'

interface DepartmentTableProps {
  tree: DepartmentRow[]
  open: readonly number[]
  onOpen: (open: readonly number[]) => void
  orders: ReturnType<typeof useOrders>
  onEdit: (editing: Editing) => void
}

function useActions(onEdit: DepartmentTableProps['onEdit']) {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const may = {
    add: useMayCall(departments.add),
    edit: useMayCall(departments.edit),
    remove: useMayCall(departments.remove),
  }
  const removing = useMutation({
    mutationFn: (id: DepartmentId) => call(departments.remove, { query: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [departments.list.path] })
      showSuccess(t('table.deleted'))
    },
  })
  const ask = (row: DepartmentRow) =>
    confirm({
      title: t('table.deleteOne', { name: row.deptName }),
      hint: t('table.cannotUndo'),
      names: [row.deptName],
      okText: t('table.delete'),
      run: () => removing.mutateAsync(row.id),
    })
  return (row: DepartmentRow) =>
    [
      may.edit && { key: 'edit', label: t('table.edit'), run: () => onEdit({ row }) },
      may.add && { key: 'below', label: t('department.addChild'), run: () => onEdit({ below: row.id }) },
      may.remove && { key: 'remove', label: t('table.delete'), run: () => ask(row), isDanger: true },
    ].filter((action) => action !== false)
}

export function DepartmentTable({ tree, open, onOpen, orders, onEdit }: DepartmentTableProps) {
  const t = useText()
  const actionsOf = useActions(onEdit)
  const maySort = useMayCall(departments.sort)
  const columns: TableColumnType<DepartmentRow>[] = [
    { key: 'deptName', title: t('department.name'), dataIndex: 'deptName' },
    {
      key: 'orderNum',
      title: t('department.order'),
      width: 120,
      render: (_, row) =>
        maySort ? (
          <InputNumber
            size="small"
            min={0}
            max={1_000_000}
            precision={0}
            aria-label={`${t('department.order')} ${row.deptName}`}
            value={orders.orderOf(row)}
            onChange={(value) => orders.change(row, value ?? row.orderNum)}
            style={{ width: 88 }}
          />
        ) : (
          row.orderNum
        ),
    },
    { key: 'leader', title: t('department.leader'), dataIndex: 'leader' },
    { key: 'phone', title: t('department.phone'), dataIndex: 'phone' },
    { key: 'userCount', title: t('department.userCount'), dataIndex: 'userCount', align: 'right' },
    { key: 'status', title: t('common.status'), render: (_, row) => <EnabledMark status={row.status} /> },
    {
      key: 'createdAt',
      title: t('department.created'),
      render: (_, row) => <TimeText value={row.createdAt} />,
    },
  ]
  return (
    <TreeTable
      rows={tree}
      columns={columns}
      nameOf={(row) => row.deptName}
      open={open}
      onOpen={onOpen}
      actionsOf={actionsOf}
    />
  )
}
