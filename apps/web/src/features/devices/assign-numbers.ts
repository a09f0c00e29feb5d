export interface NumberScheme {
  prefix: string
  start: number
  digits: number
}

export const firstScheme: NumberScheme = { prefix: 'A', start: 1, digits: 4 }

/** Numbers for several phones: a prefix and a zero-padded counter. */
export function proposeNumbers({ prefix, start, digits }: NumberScheme, count: number): string[] {
  return Array.from({ length: count }, (_, index) => prefix + String(start + index).padStart(digits, '0'))
}

/** What is wrong with each of these numbers; undefined where it can be sent: valid (spec §5), and not repeated. */
export function problemsOf(numbers: readonly string[]) {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const number of numbers) (seen.has(number) ? repeated : seen).add(number)
  return numbers.map((number) => {
    if (number === '') return 'device.noRequired'
    if (repeated.has(number)) return 'device.numberTwice'
    return /^[A-Za-z0-9]{1,32}$/.test(number) ? undefined : 'device.noFormat'
  })
}

/** Whether a number consists of this prefix and a counter. */
export const isCounted = (prefix: string, number: string) =>
  number.startsWith(prefix) && /^\d{1,8}$/.test(number.slice(prefix.length))

/** The scheme that continues after a number, if the number has the scheme's prefix. */
export function schemeAfter(scheme: NumberScheme, last: string | undefined): NumberScheme {
  if (last === undefined || !isCounted(scheme.prefix, last)) return scheme
  const counter = last.slice(scheme.prefix.length)
  return { ...scheme, start: Number(counter) + 1, digits: counter.length }
}
