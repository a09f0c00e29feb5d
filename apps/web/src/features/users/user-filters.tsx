import { Select, TreeSelect } from 'antd'
import { DayField } from '../../components/DayField.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { statusFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { labelIn, treeChoices, useDepartmentTree } from './use-department-tree.ts'

interface FieldProps {
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
}

/** A department, including its descendants. */
function DepartmentFilter({ value, onChange, ...rest }: FieldProps) {
  const t = useText()
  const { data } = useDepartmentTree()
  return (
    <TreeSelect<number>
      {...rest}
      allowClear
      showSearch
      treeDefaultExpandAll
      treeNodeFilterProp="title"
      placeholder={t('user.deptAll')}
      treeData={treeChoices(data?.depts ?? [], { all: true })}
      {...(value && { value: Number(value) })}
      onChange={(id?: number) => onChange?.(id === undefined ? undefined : String(id))}
    />
  )
}

function DepartmentName({ id }: { id: string }) {
  const { data } = useDepartmentTree()
  return labelIn(data?.depts ?? [], Number(id)) ?? id
}

function TypeFilter(props: FieldProps) {
  const t = useText()
  const options = [
    { value: '0', label: t('user.background') },
    { value: '1', label: t('user.front') },
  ]
  return <Select<string> {...props} allowClear placeholder={t('organisation.all')} options={options} />
}

export function useUserFilters(): CrudFilter[] {
  const t = useText()
  return [
    { name: 'userName', label: t('user.nameOrNick') },
    { name: 'phone', label: t('user.phone') },
    statusFilter(t),
    {
      name: 'deptId',
      label: t('user.department'),
      input: <DepartmentFilter />,
      show: (id) => <DepartmentName id={id} />,
    },
    {
      name: 'userType',
      label: t('user.type'),
      input: <TypeFilter />,
      show: (type) => t(type === '0' ? 'user.background' : 'user.front'),
    },
    { name: 'beginTime', label: t('user.createdFrom'), input: <DayField /> },
    { name: 'endTime', label: t('user.createdTo'), input: <DayField /> },
  ]
}
