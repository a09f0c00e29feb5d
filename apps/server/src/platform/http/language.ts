import { errors } from '@fleetdeck/contract/errors'
import type { Catalogue, TextKey } from '@fleetdeck/i18n/catalogue'
import { en } from '@fleetdeck/i18n/en'
import { fillText, type TextValues } from '@fleetdeck/i18n/fill-text'
import { formatList, formatZone, quote } from '@fleetdeck/i18n/formats'
import { type Language, languageOf, languages } from '@fleetdeck/i18n/languages'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { zhtw } from '@fleetdeck/i18n/zhtw'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '../core/app-error.ts'

const catalogues: Record<Language, Catalogue> = { zhcn, zhtw, en }

export function text(language: Language, key: TextKey, values?: TextValues): string {
  return fillText(catalogues[language][key], values)
}

function listText(language: Language, { things }: { things: { text: TextKey; count: number }[] }): string {
  const parts = things.map(({ text: key, count }) => text(language, key, { count }))
  return formatList(language, parts)
}

/** The message of a refusal. */
export const refusalText = (language: Language, error: AppError): string =>
  text(language, errors[error.errorName].text, refusalValues(language, error))

/** The values of the refusal, in the reader's language. */
export const refusalValues = (language: Language, { values }: AppError) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownValue(language, value)]))

function shownValue(language: Language, value: AppError['values'][string]) {
  if (typeof value === 'object') {
    if ('things' in value) return listText(language, value)
    if ('caption' in value) return text(language, value.caption)
    if ('zone' in value) return formatZone(language, value.zone)
    if ('oneOf' in value) return formatList(language, value.oneOf, 'disjunction')
    const { list, isQuoted } = value
    return formatList(language, isQuoted ? list.map((name) => quote(language, name)) : list)
  }
  return typeof value === 'string' ? nameIn(language, value) : value
}

/** A name in the reader's language if it is one that a new site starts with, else as it is stored. */
export function seededName(name: string, t: (key: TextKey) => string): string {
  const key = `seeded.${name}`
  return isTextKey(key) ? t(key) : name
}

/** The same in this language. */
export const nameIn = (language: Language, name: string): string =>
  seededName(name, (key) => text(language, key))

/** A name in each language, as it may be written. */
export const namesOf = (name: string): string[] => languages.map((language) => nameIn(language, name))

const seededNames = Object.keys(zhcn).flatMap((key) => key.match(/^seeded\.(.*)/)?.[1] ?? [])

/** Stored names that contain a text in some language. */
export const seededNamesWith = (part: string): string[] =>
  seededNames.filter((name) =>
    namesOf(name).some((shown) => shown.toLowerCase().includes(part.toLowerCase())),
  )

export const isTextKey = (key: string): key is TextKey => key in zhcn

/** The header languageSelect of spec §7, else the browser's preference. */
export function languageFor(request: FastifyRequest): Language {
  const chosen = request.headers.languageselect
  if (typeof chosen === 'string') return languageOf(chosen)
  return languageOf(request.headers['accept-language']?.split(',')[0] ?? '')
}
