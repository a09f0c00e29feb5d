import { type Language, languageTags } from './languages.ts'

/** British, as the texts are. */
const locales: Record<Language, string> = { ...languageTags, en: 'en-GB' }

const lists = new Map<string, Intl.ListFormat>()

/** `A, B and C`, or `甲、乙和丙` in Chinese; as a disjunction `A, B or C`. */
export function formatList(
  language: Language,
  parts: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const name = `${language} ${type}`
  const format = lists.get(name) ?? new Intl.ListFormat(locales[language], { type })
  lists.set(name, format)
  const pieces = format.formatToParts(parts.map(isolate))
  return pieces
    .map(({ type, value }, at) =>
      type === 'element' ? value : spacedJoint(pieces[at - 1], value, pieces[at + 1]),
    )
    .join('')
}

interface Piece {
  value: string
}

/** Chinese has a space between its characters and letters or numbers: `A1、A2 和 A3`. */
function spacedJoint(before: Piece | undefined, joint: string, after: Piece | undefined): string {
  if (!/\p{Script=Han}/u.test(joint)) return joint
  const open = /[A-Za-z0-9]$/.test(before?.value ?? '') ? ' ' : ''
  const close = /^[A-Za-z0-9]/.test(after?.value ?? '') ? ' ' : ''
  return `${open}${joint}${close}`
}

const quotes: Record<Language, readonly [open: string, close: string]> = {
  zhcn: ['“', '”'],
  zhtw: ['「', '」'],
  en: ['“', '”'],
}

/** A name in the language's quotation marks. */
export function quote(language: Language, name: string): string {
  const [open, close] = quotes[language]
  return `${open}${name}${close}`
}

/** `4,098`: the same in the three languages, whatever the browser's own is. */
export function formatNumber(value: number): string
export function formatNumber(value: number | null | undefined): string | undefined
export function formatNumber(value: number | null | undefined) {
  return value === null || value === undefined ? undefined : numberFormat().format(value)
}

const numberFormats = new Map<number | undefined, Intl.NumberFormat>()

/** Lists show hundreds of numbers, and making a format takes longer than using it. */
function numberFormat(digits?: number): Intl.NumberFormat {
  const format =
    numberFormats.get(digits) ??
    new Intl.NumberFormat(
      'en',
      digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
    )
  numberFormats.set(digits, format)
  return format
}

const zones = new Map<string, string>()

/** A time zone beside a time: in Chinese `中国时间`, in English its city, `Shanghai`. */
export function formatZone(language: Language, timeZone: string): string {
  const city = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
  if (language === 'en' || city === 'UTC') return city
  const key = `${language} ${timeZone}`
  const name = zones.get(key) ?? genericName(language, timeZone) ?? city
  zones.set(key, name)
  return name
}

const genericName = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'shortGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value

const thinSpace = '\u2009'

/**
 * A number with its unit: `67%`, `4,098 ms`.
 * @param digits after the decimal point; left out, as many as the number has, up to three
 */
export const formatAmount = (value: number, unit: string, digits?: number): string =>
  `${numberFormat(digits).format(value)}${unit === '%' ? '' : thinSpace}${unit}`

/** Chinese with a space beside letters and numbers, as the catalogue writes it: `3 分钟前`. */
export const spaceChinese = (text: string): string =>
  text.replace(/[\w)](?=\p{Script=Han})|\p{Script=Han}(?=[\w(])/gu, (letter) => `${letter} `)

/** Letters that are written from right to left, and the marks that change the direction. */
const rightToLeft = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/

/** A name that changes the direction of writing, so that it does so for itself only; any other unchanged. */
export const isolate = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
