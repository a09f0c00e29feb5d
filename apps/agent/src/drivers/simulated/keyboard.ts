import { toAndroidKey } from '@fleetdeck/contract/phone-keys'
import { pressInApp, typeInApp } from './app-access.ts'
import { clamp } from './geometry.ts'
import { type PhoneState, volumeMs } from './phone-state.ts'
import { named, type PhoneStore } from './phone-store.ts'

export interface PhoneKeys {
  type(text: string): Promise<void>
  press(key: string): Promise<void>
}

const volumeStep = 10
const typed: Record<string, string> = {
  space: ' ',
  ...{ comma: ',', period: '.', minus: '-', equals: '=', slash: '/', backslash: '\\', semicolon: ';' },
  ...{
    apostrophe: "'",
    left_bracket: '[',
    right_bracket: ']',
    grave: '`',
    at: '@',
    plus: '+',
    star: '*',
    pound: '#',
  },
}
const editing = new Set(['enter', 'numpad_enter', 'del', 'forward_del', 'tab'])
const volumes: Record<string, number> = {
  volume_up: volumeStep,
  volume_down: -volumeStep,
  volume_mute: -100,
}

/** A keyboard on a simulated phone. Text goes into the focused field of the app in front. */
export class SimulatedKeyboard implements PhoneKeys {
  readonly #phone: PhoneStore
  readonly #log: (key: string) => void

  constructor(phone: PhoneStore, log: (key: string) => void) {
    this.#phone = phone
    this.#log = log
  }

  async type(text: string): Promise<void> {
    for (const part of text.replaceAll('\r\n', '\n').match(/[\r\n\t]|[^\r\n\t]+/g) ?? []) {
      if (part === '\n' || part === '\r') this.#press('enter')
      else if (part !== '\t') this.#inField((state, app) => typeInApp(state, app, part))
    }
  }

  /** Keys without an effect on this phone are logged. */
  async press(name: string): Promise<void> {
    const key = toAndroidKey(name)
    if (key === undefined) throw named(this.#phone.texts.noKey, name)
    if (editing.has(key)) return this.#press(key.replace('numpad_', ''))
    const letter = typed[key] ?? (key.length === 1 ? key : undefined)
    if (letter) return this.type(letter)
    this.#log(key)
    if (key in volumes) this.#changeVolume(volumes[key] ?? 0)
  }

  /** Characters before the cursor, at the end of the field. */
  async erase(characters: number): Promise<void> {
    for (let count = 0; count < characters; count++) this.#press('del')
  }

  #press(key: string): void {
    this.#inField((state, app) => pressInApp(state, app, key))
  }

  #changeVolume(by: number): void {
    const { state } = this.#phone
    const { volume } = state.controls
    const media = clamp(volume.media + by, 0, 100)
    const controls = { ...state.controls, volume: { ...volume, media } }
    this.#phone.state = { ...state, controls, volumeUntil: this.#phone.now() + volumeMs }
  }

  #inField(step: (state: PhoneState, app: keyof PhoneState['apps']) => PhoneState | undefined): void {
    const { state, texts } = this.#phone
    const { place, screen, locked } = state
    const isOpen = screen === 'on' && !locked && place.at === 'app'
    const next = isOpen ? step(state, place.app) : undefined
    if (!next) throw new Error(texts.noField)
    this.#phone.state = next
  }
}
