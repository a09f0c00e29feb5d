import type { Degrees, PhoneSettings, Undo, VolumeStream } from '../phone-parts.ts'
import { clamp } from './geometry.ts'
import { type Controls, turned } from './phone-state.ts'
import type { PhoneStore } from './phone-store.ts'
import { degreesOf } from './rotation.ts'

/** The slider of its settings ends there. */
const darkest = 0.05

export class SimulatedSettings implements PhoneSettings {
  readonly #phone: PhoneStore

  constructor(phone: PhoneStore) {
    this.#phone = phone
  }

  async rotation(): Promise<{ degrees: Degrees; auto: boolean }> {
    return { degrees: degreesOf(this.#phone.state), auto: this.#controls.autoRotation }
  }

  async setRotation(to: Degrees | 'auto'): Promise<Undo> {
    const { rotation, autoRotation } = this.#controls
    this.#phone.state = turned(this.#phone.state, to)
    return async () => {
      this.#phone.state = turned(this.#phone.state, autoRotation ? 'auto' : rotation)
    }
  }

  async brightness(): Promise<number> {
    return Math.round(this.#phone.state.apps.settings.brightness * 100)
  }

  async setBrightness(percent: number): Promise<Undo> {
    return this.#setShown('brightness', clamp(percent / 100, darkest, 1))
  }

  async volume(stream: VolumeStream): Promise<number> {
    return this.#controls.volume[stream]
  }

  async setVolume(stream: VolumeStream, percent: number): Promise<Undo> {
    const { volume } = this.#controls
    const before = volume[stream]
    await this.#set({ volume: { ...volume, [stream]: Math.round(percent) } })
    return async () => void (await this.#set({ volume: { ...this.#controls.volume, [stream]: before } }))
  }

  async wifi(): Promise<{ on: boolean; name: string }> {
    const { wifi } = this.#phone.state.apps.settings
    return { on: wifi, name: wifi ? 'Office-5G' : '' }
  }

  async setWifi(on: boolean): Promise<Undo> {
    return this.#setShown('wifi', on)
  }

  async airplaneMode(): Promise<boolean> {
    return this.#controls.airplaneMode
  }

  async setAirplaneMode(on: boolean): Promise<Undo> {
    return this.#set({ airplaneMode: on })
  }

  async stayAwake(): Promise<boolean> {
    return this.#controls.stayAwake
  }

  async setStayAwake(on: boolean): Promise<Undo> {
    return this.#set({ stayAwake: on })
  }

  async isScreenOn(): Promise<boolean> {
    return this.#phone.state.screen !== 'off'
  }

  /** A screen that was off is locked, as after the power button. */
  async setScreenOn(on: boolean): Promise<void> {
    const { state } = this.#phone
    if (state.screen === 'booting' || (state.screen === 'on') === on) return
    const { gesture: _lost, ...rest } = state
    this.#phone.state = on ? { ...rest, screen: 'on' } : { ...rest, screen: 'off', locked: true }
  }

  get #controls(): Controls {
    return this.#phone.state.controls
  }

  #set(change: Partial<Controls>): Promise<Undo> {
    const { state } = this.#phone
    const names = Object.keys(change) as (keyof Controls)[]
    const before = Object.fromEntries(names.map((name) => [name, state.controls[name]])) as Partial<Controls>
    this.#phone.state = { ...state, controls: { ...state.controls, ...change } }
    return Promise.resolve(async () => void (await this.#set(before)))
  }

  #setShown<Name extends 'brightness' | 'wifi'>(
    name: Name,
    value: PhoneStore['state']['apps']['settings'][Name],
  ): Promise<Undo> {
    const { state } = this.#phone
    const before = state.apps.settings[name]
    const settings = { ...state.apps.settings, [name]: value }
    this.#phone.state = { ...state, apps: { ...state.apps, settings } }
    return Promise.resolve(async () => void (await this.#setShown(name, before)))
  }
}
