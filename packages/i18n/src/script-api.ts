import { type Capability, capabilities } from '@fleetdeck/contract/script-api/capabilities'
import { capability as enCapability } from './en/capability.ts'
import type { Language } from './languages.ts'
import { en, type ScriptApiCatalogue } from './script-api/en.ts'
import { zhcn } from './script-api/zhcn.ts'
import { zhtw } from './script-api/zhtw.ts'
import { capability as zhcnCapability } from './zhcn/capability.ts'
import { capability as zhtwCapability } from './zhtw/capability.ts'

type CapabilityTexts = Record<keyof typeof zhcnCapability, string>

const withCapabilities = (catalogue: ScriptApiCatalogue, texts: CapabilityTexts) => ({
  ...catalogue,
  capabilities: Object.fromEntries(capabilities.map((name) => [name, texts[`capability.${name}`]])) as Record<
    Capability,
    string
  >,
})

/** Descriptions of the functions of scripts. Apart from the other texts: only the script editor needs them. */
export const scriptApiTexts: Record<Language, ReturnType<typeof withCapabilities>> = {
  zhcn: withCapabilities(zhcn, zhcnCapability),
  zhtw: withCapabilities(zhtw, zhtwCapability),
  en: withCapabilities(en, enCapability),
}
