import { type Department, departments } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import { Input } from 'antd'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { EnabledMark } from '../../components/EnabledMark.tsx'
import { StatusSelect } from '../../components/StatusField.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import type { CrudColumn, CrudFilter } from '../../crud/crud-contract.ts'
import { TreePage } from '../../crud/tree/TreePage.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { DepartmentFields } from './DepartmentFields.tsx'

const buildColumns = (t: Translate): CrudColumn<Department>[] => [
  { key: 'deptName', title: t('department.name') },
  { key: 'orderNum', title: t('department.order'), width: 120 },
  { key: 'leader', title: t('department.leader') },
  { key: 'phone', title: t('department.phone') },
  { key: 'userCount', title: t('department.userCount'), align: 'right' },
  { key: 'status', title: t('common.status'), render: (_, row) => <EnabledMark status={row.status} /> },
  {
    key: 'createdAt',
    title: t('department.created'),
    render: (_, row) => <TimeText value={row.createdAt} />,
  },
]

const buildFilters = (t: Translate): CrudFilter[] => [
  { name: 'deptName', label: t('department.name'), input: <Input allowClear maxLength={30} /> },
  {
    name: 'status',
    label: t('common.status'),
    input: <StatusSelect />,
    show: (status) => t(Number(status) === Status.on ? 'common.enabled' : 'common.disabled'),
  },
]

/** All departments as a tree: orders are edited in place, other fields in a drawer. */
export function DepartmentsPage() {
  const t = useText()
  const isAdmin = useSession((state) => state.user?.isAdmin ?? false)
  const filters = useMemo(() => buildFilters(t), [t])
  return (
    <TreePage
      contract={departments}
      title={t('department.title')}
      columns={buildColumns(t)}
      nameOf={(row) => row.deptName}
      parent={{
        name: 'parentId',
        label: t('department.parent'),
        rootLabel: t('department.top'),
        // Only users who see every department may add one there.
        mayBeRoot: isAdmin,
        isDisabled: (row) => row.status !== Status.on,
      }}
      filters={filters}
      order={{
        endpoint: departments.sort,
        save: (orders) => call(departments.sort, { body: { orders } }),
        max: 1_000_000,
      }}
      form={{
        addTitle: t('department.add'),
        editTitle: t('department.edit'),
        fields: () => <DepartmentFields />,
        initialValues: (row) => row ?? { orderNum: 0, status: Status.on },
      }}
      emptyText={t('department.empty')}
    />
  )
}
