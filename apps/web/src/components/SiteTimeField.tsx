import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { useSite } from '../ground/site.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

const wall = 'YYYY-MM-DD HH:mm:ss'

interface SiteTimeFieldProps {
  id?: string
  /** ISO 8601. */
  value?: string | null
  disabled?: boolean
  placeholder?: string
  onChange?: (value: string | null) => void
}

/** A date and time, shown and entered in the site's time zone, whatever the browser's. */
export function SiteTimeField({ id, value, disabled = false, placeholder, onChange }: SiteTimeFieldProps) {
  const { timeZone = 'UTC' } = useSite()
  return (
    <DatePicker
      {...(id && { id })}
      showTime
      disabled={disabled}
      {...(placeholder !== undefined && { placeholder })}
      style={{ width: '100%' }}
      value={value ? dayjs(dayjs(value).tz(timeZone).format(wall)) : null}
      onChange={(time) => onChange?.(time ? dayjs.tz(time.format(wall), timeZone).toISOString() : null)}
    />
  )
}
