/** Language keys of spec §9, as stored under the local-storage key `language` and sent as the header languageSelect. */
export const languages = ['zhcn', 'zhtw', 'en'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'zhcn'

/** As HTML names them. */
export const languageTags: Record<Language, string> = { zhcn: 'zh-CN', zhtw: 'zh-TW', en: 'en' }

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/** Takes our keys, and tags such as zh-TW, zh_TW or en-US: zh-TW, zh-HK, zh-MO and zh-Hant read traditional Chinese; any other Chinese and unknown ones simplified. */
export function languageOf(tag: string): Language {
  const lower = tag.toLowerCase().replaceAll('_', '-')
  if (isLanguage(lower)) return lower
  if (/^en\b/.test(lower)) return 'en'
  if (/^zh-(hant|tw|hk|mo)\b/.test(lower)) return 'zhtw'
  return defaultLanguage
}
