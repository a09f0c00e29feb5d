import { errors } from '@fleetdeck/contract/errors'
import type { Catalogue, TextKey } from '@fleetdeck/i18n/catalogue'
import { en } from '@fleetdeck/i18n/en'
import { fillText, type TextValues } from '@fleetdeck/i18n/fill-text'
import { type Language, languageOf } from '@fleetdeck/i18n/languages'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { zhtw } from '@fleetdeck/i18n/zhtw'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '../core/app-error.ts'

const catalogues: Record<Language, Catalogue> = { zhcn, zhtw, en }

export function text(language: Language, key: TextKey, values?: TextValues): string {
  return fillText(catalogues[language][key], values)
}

/** The message of a refusal. */
export function refusalText(language: Language, { errorName, values }: AppError): string {
  const shown = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'object' ? text(language, value.caption) : value] as const,
  )
  return text(language, errors[errorName].text, Object.fromEntries(shown))
}

export const isTextKey = (key: string): key is TextKey => key in zhcn

/** The header languageSelect of spec §7, else the browser's preference. */
export function languageFor(request: FastifyRequest): Language {
  const chosen = request.headers.languageselect
  if (typeof chosen === 'string') return languageOf(chosen)
  return languageOf(request.headers['accept-language']?.split(',')[0] ?? '')
}
