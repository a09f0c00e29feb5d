import { type Department, departments } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import { call } from '../../api/call.ts'
import { nameColumn, statusColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { statusFilter } from '../../crud/filters.tsx'
import { TreePage } from '../../crud/tree/TreePage.tsx'
import { nameToStore, seededName, type Translate, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import { DepartmentFields } from './DepartmentFields.tsx'

const buildColumns = (t: Translate): CrudColumn<Department>[] => [
  nameColumn('deptName', t('department.name')),
  { key: 'orderNum', title: t('department.order'), width: 120 },
  { key: 'leader', title: t('department.leader') },
  { key: 'phone', title: t('department.phone') },
  { key: 'userCount', title: t('department.userCount'), align: 'right' },
  statusColumn(t),
  timeColumn('createdAt', t('department.created')),
]

/** All departments as a tree: orders are edited in place, other fields in a drawer. */
export function DepartmentsPage() {
  const t = useText()
  const isAdmin = useSession((state) => state.user?.isAdmin ?? false)
  return (
    <TreePage
      contract={departments}
      title={t('department.title')}
      columns={buildColumns(t)}
      nameOf={(row) => seededName(row.deptName)}
      parent={{
        name: 'parentId',
        label: t('department.parent'),
        rootLabel: t('department.top'),
        // Only users who see every department may add one there.
        mayBeRoot: isAdmin,
        isDisabled: (row) => row.status !== Status.on,
      }}
      filters={[{ name: 'deptName', label: t('department.name') }, statusFilter(t)]}
      order={{
        endpoint: departments.sort,
        save: (orders) => call(departments.sort, { body: { orders } }),
        max: 1_000_000,
      }}
      form={{
        addTitle: t('department.add'),
        editTitle: t('department.edit'),
        fields: () => <DepartmentFields />,
        initialValues: (row) =>
          row ? { ...row, deptName: seededName(row.deptName) } : { orderNum: 0, status: Status.on },
        draft: (values, row) => ({
          ...values,
          deptName: nameToStore(String(values.deptName), row?.deptName),
        }),
      }}
      emptyText={t('department.empty')}
    />
  )
}
