import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { en } from '@fleetdeck/i18n/en'
import { type Language, languageOf } from '@fleetdeck/i18n/languages'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { zhtw } from '@fleetdeck/i18n/zhtw'
import type { FastifyRequest } from 'fastify'
import i18next from 'i18next'

const texts = i18next.createInstance()
await texts.init({
  resources: { zhcn: { translation: zhcn }, zhtw: { translation: zhtw }, en: { translation: en } },
  lng: 'zhcn',
  fallbackLng: 'zhcn',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})

export function text(language: Language, key: TextKey, values: Record<string, string | number> = {}): string {
  return texts.t(key, { ...values, lng: language })
}

export const isTextKey = (key: string): key is TextKey => key in zhcn

/** The header languageSelect of spec §7, else the browser's own wish. */
export function languageFor(request: FastifyRequest): Language {
  const chosen = request.headers.languageselect
  if (typeof chosen === 'string') return languageOf(chosen)
  return languageOf(request.headers['accept-language']?.split(',')[0] ?? '')
}
