import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Unsubscribe } from '../bus/bus.ts'
import { deviceStates } from '../bus/messages.ts'
import type { HubParts } from '../hub-parts.ts'

/** Device states on their way to the consoles of all servers; of those that come close together only the newest. */
export class StateFeed {
  private readonly parts: HubParts
  private changed = new Map<DeviceId, DeviceRuntime>()

  constructor(parts: HubParts) {
    this.parts = parts
  }

  start(): Promise<Unsubscribe> {
    const { consoles, options } = this.parts
    return deviceStates(options.bus).subscribe(
      (states) => {
        for (const page of consoles) page.hearStates(states)
      },
      () => consoles.size > 0,
    )
  }

  add(id: DeviceId, runtime: DeviceRuntime): void {
    this.changed.set(id, runtime)
  }

  tick(): void {
    if (this.changed.size === 0) return
    const states = [...this.changed].map(([id, runtime]) => ({ id, runtime }))
    this.changed = new Map()
    deviceStates(this.parts.options.bus)
      .publish(states)
      // While the bus is away, newer states will follow.
      .catch(() => {})
  }
}
