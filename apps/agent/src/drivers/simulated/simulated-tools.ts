import type { PhoneApp, PhonePlace, PhonePosition, SystemLogLine } from '@fleetdeck/contract/phone-tools'
import type { Language } from '@fleetdeck/i18n/languages'
import { CannotDo, type PhoneTools } from '../phone-parts.ts'
import { type AppId, initialApps } from './apps.ts'
import type { PhoneStore } from './phone-store.ts'
import type { SimulatedLog } from './system-log.ts'
import { phoneTexts } from './texts.ts'

const version = '1.0.0'

/** Tools of a simulated phone: it changes its language and its position for real. */
export class SimulatedTools implements PhoneTools {
  readonly #phone: PhoneStore
  readonly #log: SimulatedLog

  constructor(phone: PhoneStore, log: SimulatedLog) {
    this.#phone = phone
    this.#log = log
  }

  async listApps(): Promise<PhoneApp[]> {
    const { state, texts } = this.#phone
    const own = (Object.keys(initialApps) as AppId[]).map((id) => ({
      id,
      name: texts.apps[id],
      version,
      isRemovable: false,
    }))
    const installed = state.installed.map((id) => ({ id, name: id, version, isRemovable: true }))
    return [...own, ...installed].sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  followLog(take: (line: SystemLogLine) => void, signal: AbortSignal): Promise<void> {
    return this.#log.follow(take, signal)
  }

  async readPlace(): Promise<PhonePlace> {
    const { state, texts } = this.#phone
    return { language: texts.locale, ...(state.position && { position: state.position }) }
  }

  async setPosition(position: PhonePosition): Promise<void> {
    this.#phone.state = { ...this.#phone.state, position }
  }

  async setLanguage(wanted: string): Promise<void> {
    const language = languageOf(wanted)
    if (!language) throw new CannotDo('noLanguage')
    this.#phone.state = { ...this.#phone.state, language }
  }
}

/** The language of its own whose locale is the nearest one. */
function languageOf(wanted: string): Language | undefined {
  const languages = Object.keys(phoneTexts) as Language[]
  const [primary = ''] = wanted.toLowerCase().split('-')
  return (
    languages.find((language) => phoneTexts[language].locale.toLowerCase() === wanted.toLowerCase()) ??
    languages.find((language) => phoneTexts[language].locale.split('-')[0] === primary)
  )
}
