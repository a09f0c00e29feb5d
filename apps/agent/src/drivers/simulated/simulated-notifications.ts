import type { PhoneNotification, PhoneNotifications } from '../phone-parts.ts'
import type { PhoneStore } from './phone-store.ts'

const mostKept = 50

export class SimulatedNotifications implements PhoneNotifications {
  readonly #phone: PhoneStore

  constructor(phone: PhoneStore) {
    this.#phone = phone
  }

  add(app: string, { title, text }: { title: string; text: string }): void {
    const { state } = this.#phone
    const next = { app, title, text, time: this.#phone.now() }
    this.#phone.state = { ...state, notifications: [next, ...state.notifications].slice(0, mostKept) }
  }

  async list(): Promise<PhoneNotification[]> {
    return [...this.#phone.state.notifications]
  }

  async clear(): Promise<void> {
    this.#phone.state = { ...this.#phone.state, notifications: [] }
  }

  /** A dark or locked screen does not open it. */
  async openPanel(): Promise<void> {
    const { state } = this.#phone
    if (state.screen === 'on' && !state.locked) this.#phone.state = { ...state, isPanelOpen: true }
  }
}
