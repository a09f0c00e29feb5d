import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Bus, Unsubscribe } from '../bus/bus.ts'
import { deviceStates } from '../bus/messages.ts'
import type { HubSessions } from '../hub-sessions.ts'

/** Sends device states to the consoles of all servers; of states close together only the newest. */
export class StateFeed {
  readonly #bus: Bus
  readonly #sessions: HubSessions
  #changed = new Map<DeviceId, DeviceRuntime>()

  constructor(bus: Bus, sessions: HubSessions) {
    this.#bus = bus
    this.#sessions = sessions
  }

  start(): Promise<Unsubscribe> {
    const { consoles } = this.#sessions
    return deviceStates(this.#bus).subscribe(
      (states) => {
        for (const page of consoles) page.onStates(states)
      },
      () => consoles.size > 0,
    )
  }

  add(id: DeviceId, runtime: DeviceRuntime): void {
    this.#changed.set(id, runtime)
  }

  tick(): void {
    if (this.#changed.size === 0) return
    const states = [...this.#changed].map(([id, runtime]) => ({ id, runtime }))
    this.#changed = new Map()
    deviceStates(this.#bus).send(states)
  }
}
