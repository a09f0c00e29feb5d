import { isLanguage, type Language } from '@fleetdeck/i18n/languages'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'

/** The language of messages to a bot: the one of its settings, else the site's. */
export const messageLanguage = (parameters: ParameterStore, chosen: string): Language =>
  isLanguage(chosen) ? chosen : parameters.get('alarm.language')
