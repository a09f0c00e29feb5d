import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface DayFieldProps {
  id?: string
  /** YYYY-MM-DD. */
  value?: string | null
  onChange?: (value: string | undefined) => void
}

/** A day, in the format of address texts. */
export function DayField({ id, value, onChange }: DayFieldProps) {
  return (
    <DatePicker
      {...(id && { id })}
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD'))}
    />
  )
}
