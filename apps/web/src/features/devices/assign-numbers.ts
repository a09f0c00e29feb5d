export interface NumberScheme {
  prefix: string
  start: number
  digits: number
}

/** Numbers for several phones: a prefix and a zero-padded counter. */
export function proposeNumbers({ prefix, start, digits }: NumberScheme, count: number): string[] {
  return Array.from({ length: count }, (_, index) => prefix + String(start + index).padStart(digits, '0'))
}

/** The numbers that occur more than once; case-sensitive. */
export function repeatedNumbers(numbers: readonly string[]): Set<string> {
  return new Set(numbers.filter((number, index) => number !== '' && numbers.indexOf(number) !== index))
}

/** Whether these numbers can be sent: each is valid (spec §5), and none is repeated. */
export const areAssignable = (numbers: readonly string[]) =>
  numbers.every((number) => /^[A-Za-z0-9]{1,32}$/.test(number)) && repeatedNumbers(numbers).size === 0

/** Whether a number consists of this prefix and a counter. */
export const isCounted = (prefix: string, number: string) =>
  number.startsWith(prefix) && /^\d{1,8}$/.test(number.slice(prefix.length))

/** The scheme that continues after a number, if the number has the scheme's prefix. */
export function schemeAfter(scheme: NumberScheme, last: string | undefined): NumberScheme {
  if (last === undefined || !isCounted(scheme.prefix, last)) return scheme
  const counter = last.slice(scheme.prefix.length)
  return { ...scheme, start: Number(counter) + 1, digits: counter.length }
}
