import type { Language } from '@fleetdeck/i18n/languages'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { isTextKey, text } from './language.ts'

/** A seeded name in the caller's language, unless the site has changed it. */
export function shownText(language: Language, key: string, stored: string): string {
  return isTextKey(key) && zhcn[key] === stored ? text(language, key) : stored
}
