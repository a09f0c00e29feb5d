import { paramTypes } from '@fleetdeck/contract/script-params'
import { Input, Select } from 'antd'

interface ParamValueFieldProps {
  type: number
  options: string[]
  value?: string | string[]
  onChange?: (value: string | string[]) => void
  id?: string
}

/** A text, one of the options, or several of them. */
export function ParamValueField({ type, options, value, onChange, id }: ParamValueFieldProps) {
  const chosen = options.map((option) => ({ value: option, label: option }))
  const named = id !== undefined && { id }
  if (type === paramTypes.choices)
    return (
      <Select
        {...named}
        mode="multiple"
        options={chosen}
        value={Array.isArray(value) ? value : []}
        onChange={(next: string[]) => onChange?.(next)}
      />
    )
  const one = Array.isArray(value) ? '' : (value ?? '')
  if (type === paramTypes.choice)
    return (
      <Select
        {...named}
        allowClear
        options={chosen}
        value={one || null}
        onChange={(next: string | null) => onChange?.(next ?? '')}
      />
    )
  return (
    <Input {...named} maxLength={5000} value={one} onChange={(event) => onChange?.(event.target.value)} />
  )
}
