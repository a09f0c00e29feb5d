import { Checkbox, Radio, Select } from 'antd'
import { useText } from '../../ground/language.ts'
import { useDictionary } from './use-dictionary.ts'

interface DictFieldProps {
  type: string
  /** The stored value is a number; by default a text. Several values are a text with commas. */
  isNumber?: boolean
  as?: 'select' | 'radio' | 'multiple' | 'checkbox'
  id?: string
  value?: string | number | null
  onChange?: (value: string | number | undefined) => void
  disabled?: boolean
  allowClear?: boolean
  placeholder?: string
}

/** A form field with the values of a dictionary. */
export function DictField({ type, isNumber = false, as = 'select', ...field }: DictFieldProps) {
  const { options } = useDictionary(type)
  const { value, onChange, allowClear, placeholder, ...rest } = field
  const key = value === null || value === undefined || value === '' ? undefined : String(value)
  const keys = key?.split(',') ?? []
  const change = (next: string | undefined) =>
    onChange?.(isNumber && next !== undefined ? Number(next) : next)
  const changeAll = (next: string[]) => change(next.join(','))
  const select = { ...rest, options, allowClear, placeholder }
  if (as === 'checkbox')
    return <Checkbox.Group options={options} disabled={rest.disabled} value={keys} onChange={changeAll} />
  if (as === 'radio')
    return (
      <Radio.Group
        {...rest}
        options={options}
        value={key}
        onChange={(event) => change(String(event.target.value))}
      />
    )
  if (as === 'multiple')
    return <Select {...select} mode="multiple" maxTagCount="responsive" value={keys} onChange={changeAll} />
  return <Select {...select} value={key ?? null} onChange={(next?: string) => change(next)} />
}

/** A filter by a dictionary, initially without a value. */
export function DictFilter(props: Pick<DictFieldProps, 'type' | 'as' | 'id' | 'value' | 'onChange'>) {
  const t = useText()
  return <DictField {...props} allowClear placeholder={t('table.all')} />
}
