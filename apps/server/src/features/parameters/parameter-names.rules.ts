import { type ParameterKey, parameters } from '@fleetdeck/contract/parameters'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { text } from '../../platform/http/language.ts'

/** Registry keys whose name, in this language, contains the text: those names are not in the table. */
export function keysNamed(language: Language, wanted = ''): string[] {
  const looked = wanted.toLowerCase()
  return Object.keys(parameters).filter((key) =>
    text(language, `parameter.${key as ParameterKey}` satisfies TextKey)
      .toLowerCase()
      .includes(looked),
  )
}
