import type { Catalogue, TextKey } from '@fleetdeck/i18n/catalogue'
import { fillText, type TextValues } from '@fleetdeck/i18n/fill-text'
import { formatList, isolate } from '@fleetdeck/i18n/formats'
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageOf,
  languageTags,
} from '@fleetdeck/i18n/languages'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { create } from 'zustand'
import { languageStorageKey } from './constants.ts'
import { loadCode } from './load-code.ts'

export type Translate = (key: TextKey, values?: TextValues) => string

/**
 * The texts of one language that are needed at the start; each is a separate chunk, and so are the texts of its pages.
 */
interface LanguagePack {
  texts: Partial<Catalogue>
  antd: Locale
}

/** Each language by its own name, so that its speakers recognize it. */
export const languageNames: Record<Language, string> = { zhcn: '简体中文', zhtw: '繁體中文', en: 'English' }
const dayjsLocale: Record<Language, string> = { zhcn: 'zh-cn', zhtw: 'zh-tw', en: 'en' }

const packs: Record<Language, () => Promise<LanguagePack>> = {
  zhcn: async () => (await import('./language-packs/zhcn.ts')).zhcnPack,
  zhtw: async () => (await import('./language-packs/zhtw.ts')).zhtwPack,
  en: async () => (await import('./language-packs/en.ts')).enPack,
}

/** Texts that are loaded with what shows them: all pages of the console, or the page for guests. */
type TextPart = 'pages' | 'guest'

const partPacks: Record<TextPart, Record<Language, () => Promise<Partial<Catalogue>>>> = {
  pages: {
    zhcn: async () => (await import('@fleetdeck/i18n/zhcn/page-texts')).pageTexts,
    zhtw: async () => (await import('@fleetdeck/i18n/zhtw/page-texts')).pageTexts,
    en: async () => (await import('@fleetdeck/i18n/en/page-texts')).pageTexts,
  },
  guest: {
    zhcn: async () => (await import('@fleetdeck/i18n/zhcn/guest-texts')).guestTexts,
    zhtw: async () => (await import('@fleetdeck/i18n/zhtw/guest-texts')).guestTexts,
    en: async () => (await import('@fleetdeck/i18n/en/guest-texts')).guestTexts,
  },
}

interface LanguageState {
  language: Language
  texts: Partial<Catalogue>
  antdLocale: Locale | undefined
}

export const useLanguage = create<LanguageState>(() => ({
  language: defaultLanguage,
  texts: {},
  antdLocale: undefined,
}))

export const currentLanguage = () => useLanguage.getState().language

/** Spec §1: local storage, then the browser's language, then simplified Chinese. */
function preferredLanguage(): Language {
  const stored = localStorage.getItem(languageStorageKey)
  return isLanguage(stored) ? stored : languageOf(navigator.language)
}

const loadedParts = new Set<TextPart>()

/** All components except the frame wait for these before the first render. */
export async function loadTexts(part: TextPart): Promise<void> {
  if (loadedParts.has(part)) return
  const { language } = useLanguage.getState()
  const more = await partPacks[part][language]()
  // The language may have changed in the meantime: its texts were loaded with it, or are loaded by this call.
  if (language !== currentLanguage()) return loadTexts(part)
  loadedParts.add(part)
  useLanguage.setState(({ texts }) => ({ texts: { ...texts, ...more } }))
}

export const loadPageTexts = () => loadTexts('pages')

async function show(language: Language) {
  const more = [...loadedParts].map((part) => partPacks[part][language]())
  const [pack, ...parts] = await Promise.all([packs[language](), ...more])
  dayjs.locale(dayjsLocale[language])
  document.documentElement.lang = languageTags[language]
  useLanguage.setState({ language, texts: Object.assign({}, pack.texts, ...parts), antdLocale: pack.antd })
}

/** Before the first render. */
export const startLanguage = () => loadCode(() => show(preferredLanguage()))

/** Changes every text, antd's components, dates, server messages and the title without a reload. */
export async function switchLanguage(language: Language) {
  await show(language)
  localStorage.setItem(languageStorageKey, language)
}

const translate = (texts: Partial<Catalogue>, key: TextKey, values?: TextValues): string =>
  fillText(texts[key] ?? key, values)

/** A text outside components; components use useText, which follows a change of language. */
export const text: Translate = (key, values) => translate(useLanguage.getState().texts, key, values)

export const hasText = (key: string): key is TextKey => Object.hasOwn(useLanguage.getState().texts, key)

/** Words or names in a row, as the language joins them. */
export const listText = (parts: readonly string[]): string => formatList(currentLanguage(), parts)

/** The same for values of which one applies: `png, jpg or gif`. */
export const choicesText = (parts: readonly string[]): string =>
  formatList(currentLanguage(), parts, 'disjunction')

export function useText(): Translate {
  const texts = useLanguage((state) => state.texts)
  return useMemo(() => (key, values) => translate(texts, key, values), [texts])
}

/** A value made of texts: the same until the language changes, for pages that are rendered with each address. */
export function useTranslated<Made>(make: (t: Translate) => Made): Made {
  const t = useText()
  return useMemo(() => make(t), [make, t])
}

let arePageTextsWanted = false
/** Loads them for the frame, which names pages before one is opened; a page that needs them reports a failure. */
function wantPageTexts() {
  if (arePageTextsWanted) return
  arePageTextsWanted = true
  loadPageTexts().catch(() => {
    arePageTextsWanted = false
  })
}

/**
 * Label of a menu entry: the catalogue's text for its full route path, else the title from the server (spec §2). Empty
 * until the texts of pages are loaded, which may contain it: a title in another language would only flash.
 */
export function menuLabel(path: string, title: string): string {
  if (hasText(path)) return text(path)
  if (loadedParts.has('pages')) return title
  wantPageTexts()
  return ''
}

/** A name in the reader's language if it is one that a new site starts with, else as it is stored. */
export function seededName(name: string): string {
  const key = `seeded.${name}`
  return hasText(key) ? text(key) : name
}

/** The value that a form saves for a name: one that was not changed stays a name in every reader's language. */
export const nameToStore = (typed: string, stored: string | undefined): string =>
  stored !== undefined && typed === seededName(stored) ? stored : typed

/** Account and nickname of a user. */
export const personName = ({ userName, nickName }: { userName: string; nickName: string }): string =>
  nickName && nickName !== userName ? `${isolate(userName)} · ${isolate(seededName(nickName))}` : userName

/** The action that a menu-tree button allows, by its permission. */
export function buttonLabel(permission: string, title: string): string {
  const key = `button.${permission}`
  return title === permission && hasText(key) ? text(key) : title
}
