import { useSearchParams } from 'react-router'
import { type CalendarView, dayText, parseDay } from './calendar-range.ts'

interface Shown {
  view: CalendarView
  /** A time of the shown day; undefined: now. */
  at: Date | undefined
}

/** View and day of the calendar, from the address. Without a day it is today, also tomorrow. */
export function useCalendarAddress() {
  const [params, setParams] = useSearchParams()
  const view: CalendarView = params.get('view') === 'week' ? 'week' : 'day'
  const at = parseDay(params.get('day'))
  const show = (change: Partial<Shown>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        const shown = { view, at, ...change }
        next.set('view', shown.view)
        if (shown.at) next.set('day', dayText(shown.at))
        else next.delete('day')
        return next
      },
      { replace: true },
    )
  return { view, at: at ?? new Date(), show }
}
