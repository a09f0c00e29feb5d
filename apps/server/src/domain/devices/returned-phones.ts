import type { DeviceId } from '@fleetdeck/contract/ids'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { WorkQueue } from '../../platform/core/work-queue.ts'
import type { Hub } from '../../realtime/hub-types.ts'

/** Longer than any server buffers a report: the last reports of a lost phone are stored by then. */
const returnMs = 500

/** Work of a phone, and the time it was sent. */
interface Given {
  deviceId: DeviceId
  sentAt: Date | null
}

type Returns = Map<DeviceId, { at: Date; held: ReadonlySet<string> }>

/** Phones that reconnected, with the ids of the work they had then. */
export class Returned {
  readonly #returns: Returns

  constructor(returns: Returns) {
    this.#returns = returns
  }

  get deviceIds(): DeviceId[] {
    return [...this.#returns.keys()]
  }

  /** heldId: the id that the phone uses for it. */
  holds({ deviceId }: Given, heldId: string): boolean {
    return this.#returns.get(deviceId)?.held.has(heldId) ?? false
  }

  /** Whether the phone lost it; work sent after it reconnected is not missing. */
  misses(work: Given, heldId: string): boolean {
    const at = this.#returns.get(work.deviceId)?.at
    return at !== undefined && !this.holds(work, heldId) && (work.sentAt === null || work.sentAt < at)
  }
}

interface Options {
  hub: Pick<Hub, 'on'>
  queue: WorkQueue
  /** Synchronizes the stored work of these phones with the ids that they report; called again when it fails. */
  reconcile(returned: Returned): Promise<unknown>
}

/** Collects reconnected phones for a moment. Work that is never synchronized would wait forever. */
export class ReturnedPhones {
  readonly #options: Options
  readonly #unfollow: () => void
  #returns: Returns = new Map()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#unfollow = options.hub.on('phoneConnected', ({ deviceId, heldIds }) => {
      const held = new Set(heldIds.map(String))
      this.#returns.set(deviceId, { at: siteNow(), held })
      this.#scheduleReconcile()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#unfollow()
    clearTimeout(this.#timer)
  }

  #scheduleReconcile(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#options.queue.add(() => this.#catchUp())
    }, returnMs).unref()
  }

  async #catchUp(): Promise<void> {
    const returns = this.#returns
    this.#returns = new Map()
    try {
      await this.#options.reconcile(new Returned(returns))
    } catch (error) {
      this.#returns = new Map([...returns, ...this.#returns])
      if (!this.#isClosed) this.#scheduleReconcile()
      throw error
    }
  }
}
