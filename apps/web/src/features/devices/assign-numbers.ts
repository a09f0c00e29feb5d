export interface NumberScheme {
  prefix: string
  start: number
  digits: number
}

/** Numbers for several phones: a prefix and a counter, as wide as asked. */
export function proposeNumbers({ prefix, start, digits }: NumberScheme, count: number): string[] {
  return Array.from({ length: count }, (_, index) => prefix + String(start + index).padStart(digits, '0'))
}

/** Which of the numbers stand there more than once; capital and small letters are not the same. */
export function repeatedNumbers(numbers: readonly string[]): Set<string> {
  return new Set(numbers.filter((number, index) => number !== '' && numbers.indexOf(number) !== index))
}

/** Whether these numbers can be sent: each well formed (spec §5), none twice. */
export const areAssignable = (numbers: readonly string[]) =>
  numbers.every((number) => /^[A-Za-z0-9]{1,32}$/.test(number)) && repeatedNumbers(numbers).size === 0
