/** The hour in the browser's time zone, such as `08:00`. */
export const formatHour = (at: string) => `${String(new Date(at).getHours()).padStart(2, '0')}:00`
