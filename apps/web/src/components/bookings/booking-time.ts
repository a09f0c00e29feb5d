const zoneText = () => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** In the viewer's own time zone: the hour of today, else the day too. */
export function bookingTime(value: string | Date, now: Date = new Date()): string {
  const format = zoneText()
  const text = format.format(new Date(value))
  return text.slice(0, 10) === format.format(now).slice(0, 10) ? text.slice(11) : text.slice(5)
}
