import type { Catalogue, TextKey } from '@fleetdeck/i18n/catalogue'
import { defaultLanguage, isLanguage, type Language, languageOf } from '@fleetdeck/i18n/languages'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { createInstance } from 'i18next'
import { useMemo } from 'react'
import { create } from 'zustand'
import { languageStorageKey } from '../api/constants.ts'

export type TextValues = Record<string, string | number>
export type Translate = (key: TextKey, values?: TextValues) => string

/** What one language needs; each is a chunk of its own. */
interface LanguagePack {
  texts: Catalogue
  antd: Locale
}

const htmlLang: Record<Language, string> = { zhcn: 'zh-CN', zhtw: 'zh-TW', en: 'en' }
const dayjsLocale: Record<Language, string> = { zhcn: 'zh-cn', zhtw: 'zh-tw', en: 'en' }

const packs: Record<Language, () => Promise<LanguagePack>> = {
  zhcn: async () => (await import('./language-packs/zhcn.ts')).zhcnPack,
  zhtw: async () => (await import('./language-packs/zhtw.ts')).zhtwPack,
  en: async () => (await import('./language-packs/en.ts')).enPack,
}

const i18n = createInstance()

export const useLanguage = create<{ language: Language; antdLocale: Locale | undefined }>(() => ({
  language: defaultLanguage,
  antdLocale: undefined,
}))

export const currentLanguage = () => useLanguage.getState().language

/** Spec §1: local storage, then the browser's language, then simplified Chinese. */
function preferredLanguage(): Language {
  const stored = localStorage.getItem(languageStorageKey)
  return isLanguage(stored) ? stored : languageOf(navigator.language)
}

async function show(language: Language) {
  const pack = await packs[language]()
  i18n.addResourceBundle(language, 'translation', pack.texts)
  await i18n.changeLanguage(language)
  dayjs.locale(dayjsLocale[language])
  document.documentElement.lang = htmlLang[language]
  useLanguage.setState({ language, antdLocale: pack.antd })
}

/** Before the first render. */
export async function startLanguage() {
  await i18n.init({
    // Keys are flat: 'login.title' and '/device/group' are whole keys.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    fallbackLng: false,
    resources: {},
  })
  await show(preferredLanguage())
}

/** Changes every text, the parts of antd, dates, server messages and the title without a reload. */
export async function switchLanguage(language: Language) {
  await show(language)
  localStorage.setItem(languageStorageKey, language)
}

/** A text outside of components; inside use useText, which follows a change of language. */
export const text: Translate = (key, values) => i18n.t(key, values)

export const hasText = (key: string): key is TextKey => i18n.exists(key)

export function useText(): Translate {
  const language = useLanguage((state) => state.language)
  return useMemo(() => i18n.getFixedT(language) as unknown as Translate, [language])
}

/** Label of a menu entry: the catalogue's text for its full route path, else the title from the server (spec §2). */
export function menuLabel(path: string, title: string): string {
  return hasText(path) ? text(path) : title
}
