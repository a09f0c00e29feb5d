import type { Unsubscribe } from './bus/bus.ts'
import type { HubEvents } from './hub-events.ts'
import type { HubLog } from './hub-options.ts'

type Listener<Name extends keyof HubEvents> = (info: HubEvents[Name]) => void
type Listeners = { [Name in keyof HubEvents]: Set<Listener<Name>> }

/** External listeners of the hub. A listener that throws affects neither the others nor the socket. */
export class HubEmitter {
  readonly #log: HubLog
  readonly #listeners: Listeners = {
    phoneConnected: new Set(),
    phoneGone: new Set(),
    phoneMoved: new Set(),
    reconnected: new Set(),
    computerReported: new Set(),
    heartbeat: new Set(),
    log: new Set(),
    commandState: new Set(),
    taskState: new Set(),
    settingsTaken: new Set(),
    check: new Set(),
    command: new Set(),
    throttled: new Set(),
    groupInput: new Set(),
    guestInput: new Set(),
  }

  constructor(log: HubLog) {
    this.#log = log
  }

  on<Name extends keyof HubEvents>(event: Name, listener: Listener<Name>): Unsubscribe {
    const listeners: Set<Listener<Name>> = this.#listeners[event]
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  emit<Name extends keyof HubEvents>(event: Name, info: HubEvents[Name]): void {
    for (const listener of this.#listeners[event])
      try {
        listener(info)
      } catch (error) {
        this.#log.error({ err: error, event }, 'could not notify a listener of the hub')
      }
  }
}
