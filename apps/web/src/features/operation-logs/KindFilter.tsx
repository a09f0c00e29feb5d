import { DictSelect } from '../../components/dictionary/DictSelect.tsx'
import { useDictionary } from '../../components/dictionary/use-dictionary.ts'
import { useText } from '../../ground/language.ts'

interface KindFilterProps {
  id?: string
  /** Kinds of operations, comma-joined. */
  value?: string
  onChange?: (kinds: string) => void
}

export function KindFilter({ id, value = '', onChange }: KindFilterProps) {
  const t = useText()
  return (
    <DictSelect
      {...(id && { id })}
      type="sys_oper_type"
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('table.all')}
      value={value === '' ? [] : value.split(',')}
      onChange={(kinds: string[]) => onChange?.(kinds.join(','))}
    />
  )
}

export function KindTexts({ kinds }: { kinds: string }) {
  const { labelOf } = useDictionary('sys_oper_type')
  return kinds.split(',').map(labelOf).join(', ')
}
