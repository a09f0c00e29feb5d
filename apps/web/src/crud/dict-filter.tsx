import { DictFilter } from '../components/dictionary/DictSelect.tsx'
import { DictText } from '../components/dictionary/DictTag.tsx'
import type { CrudFilter } from './crud-contract.ts'

export const dictFilter = (name: string, label: string, type: string): CrudFilter => ({
  name,
  label,
  input: <DictFilter type={type} />,
  show: (value) => <DictText type={type} value={value} />,
})
