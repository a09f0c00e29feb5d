import { TreeSelect } from 'antd'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter, dayFilters, statusFilter } from '../../crud/filters.tsx'
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
    choiceFilter(t, 'userType', t('user.type'), [
      ['0', t('user.background')],
      ['1', t('user.front')],
    ]),
    ...dayFilters(t, { from: t('user.createdFrom'), until: t('user.createdTo') }),
  ]
}
