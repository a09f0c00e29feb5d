import { type DescribedApi, describeApi } from '@fleetdeck/contract/script-api/describe'
import type { Language } from '@fleetdeck/i18n/languages'
import { scriptApiTexts } from '@fleetdeck/i18n/script-api'

const described = new Map<Language, DescribedApi>()

/** The functions of scripts in one language, described once. */
export function describedApi(language: Language): DescribedApi {
  const api = described.get(language) ?? describeApi(scriptApiTexts[language])
  described.set(language, api)
  return api
}
