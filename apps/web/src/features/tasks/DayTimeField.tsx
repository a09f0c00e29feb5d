import { TimePicker } from 'antd'
import dayjs from 'dayjs'

const day = '2000-01-01'

interface DayTimeFieldProps {
  id?: string
  /** hour:minute:second. */
  value?: string | null
  onChange?: (value: string | null) => void
}

/** A time of day in the site's time zone. */
export function DayTimeField({ id, value, onChange }: DayTimeFieldProps) {
  return (
    <TimePicker
      {...(id && { id })}
      style={{ width: '100%' }}
      value={value ? dayjs(`${day} ${value}`) : null}
      onChange={(time) => onChange?.(time?.format('HH:mm:ss') ?? null)}
    />
  )
}
