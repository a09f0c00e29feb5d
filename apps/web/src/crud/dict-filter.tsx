import { DictFilter } from '../components/dictionary/DictField.tsx'
import { DictText } from '../components/dictionary/DictTag.tsx'
import type { CrudFilter } from './crud-contract.ts'

export const dictFilter = (
  name: string,
  label: string,
  type: string,
  as: 'select' | 'multiple' = 'select',
): CrudFilter => ({
  name,
  label,
  input: <DictFilter type={type} as={as} />,
  show: (value) => <DictText type={type} value={value} />,
})
