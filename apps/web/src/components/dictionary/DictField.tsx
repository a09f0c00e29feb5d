import { Checkbox, Radio, Select, Space } from 'antd'
import { DictTag } from './DictTag.tsx'
import { useDictionary } from './use-dictionary.ts'

interface DictFieldProps {
  type: string
  as: 'select' | 'radio' | 'checkbox'
  /** The stored value is a number; several are a text with commas. */
  isNumber?: boolean
  id?: string
  value?: string | number | null
  onChange?: (value: string | number | null) => void
  disabled?: boolean
}

/** A form field with the values of a dictionary, in the requested style. */
export function DictField({
  type,
  as,
  isNumber = false,
  id,
  value,
  onChange,
  disabled = false,
}: DictFieldProps) {
  const { options } = useDictionary(type)
  const give = (key: string | undefined) =>
    onChange?.(key === undefined ? null : isNumber ? Number(key) : key)
  const chosen = value === null || value === undefined || value === '' ? undefined : String(value)
  const named = id === undefined ? {} : { id }
  if (as === 'checkbox')
    return (
      <Checkbox.Group
        options={options}
        disabled={disabled}
        value={chosen?.split(',') ?? []}
        onChange={(keys) => give(keys.join(','))}
      />
    )
  if (as === 'radio')
    return (
      <Radio.Group
        {...named}
        options={options}
        disabled={disabled}
        value={chosen}
        onChange={(event) => give(String(event.target.value))}
      />
    )
  return (
    <Select
      {...named}
      allowClear
      options={options}
      disabled={disabled}
      value={chosen ?? null}
      onChange={give}
    />
  )
}

/** Several values of a dictionary, in their stored form. */
export function DictTags({ type, value }: { type: string; value: string }) {
  const keys = value.split(',').filter(Boolean)
  return (
    <Space size={4} wrap>
      {keys.map((key) => (
        <DictTag key={key} type={type} value={key} />
      ))}
    </Space>
  )
}
