import { scriptDeclarations } from '@fleetdeck/contract/script-api/declarations'
import globals from '@fleetdeck/contract/types/globals.d.ts?raw'
import { scriptApiTexts } from '@fleetdeck/i18n/script-api'
import { currentLanguage } from '../../../ground/language.ts'
import type { TypesSetup } from './protocol.ts'

/** The compiler's messages, each a file of its own; in English they are part of it. */
const messages = {
  zhcn: () => import('typescript/lib/zh-cn/diagnosticMessages.generated.json?raw'),
  zhtw: () => import('typescript/lib/zh-tw/diagnosticMessages.generated.json?raw'),
  en: undefined,
}

/** The types of scripts in the reader's language. */
export async function readTypes(): Promise<TypesSetup> {
  const language = currentLanguage()
  // Without its messages the compiler speaks English.
  const spoken = await messages[language]?.().catch(() => undefined)
  return {
    declarations: `${scriptDeclarations(scriptApiTexts[language])}\n${globals}`,
    messages: spoken?.default,
  }
}
