import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface DayFieldProps {
  id?: string
  /** YYYY-MM-DD. */
  value?: string | null
  onChange?: (value: string | undefined) => void
}

const format = 'YYYY-MM-DD'

/** A day, in a form or as a list filter. */
export function DayField({ id, value, onChange }: DayFieldProps) {
  return (
    <DatePicker
      {...(id && { id })}
      style={{ width: '100%' }}
      format={format}
      value={value ? dayjs(value, format) : null}
      onChange={(day) => onChange?.(day?.format(format))}
    />
  )
}
