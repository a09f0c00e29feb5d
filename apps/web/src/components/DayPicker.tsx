import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface DayPickerProps {
  id?: string
  /** Year-month-day. */
  value?: string | undefined
  onChange?: (day: string | undefined) => void
}

const format = 'YYYY-MM-DD'

/** A day as a list filter. */
export function DayPicker({ id, value, onChange }: DayPickerProps) {
  return (
    <DatePicker
      {...(id && { id })}
      value={value ? dayjs(value, format) : null}
      format={format}
      style={{ width: '100%' }}
      onChange={(day) => onChange?.(day ? day.format(format) : undefined)}
    />
  )
}
