import type { OfferedScrcpy } from '@fleetdeck/contract/scrcpy-server'
import type { ErrorLog } from '../../platform/core/in-background.ts'
import { WorkQueue } from '../../platform/core/work-queue.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Bus, Unsubscribe } from '../../realtime/bus/bus.ts'
import { JsonChannel } from '../../realtime/bus/json-channel.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { findOffered } from './scrcpy-server.queries.ts'

const chunkPhones = 500

/** The server file of scrcpy, as phones learn of it: when they connect, and when it changes. */
export class ScrcpyOffer {
  readonly #db: Db
  readonly #channel: JsonChannel<null>
  readonly #queue: WorkQueue
  #current: OfferedScrcpy | undefined
  #hub: Pick<Hub, 'phoneIds' | 'sendToPhone'> | undefined
  #unfollow: Unsubscribe[] = []

  private constructor(db: Db, bus: Bus, log: ErrorLog) {
    this.#db = db
    this.#channel = new JsonChannel(bus, 'scrcpy-server')
    this.#queue = new WorkQueue(log, 'could not tell phones about the scrcpy server file')
  }

  static async open({ db, bus, log }: { db: Db; bus: Bus; log: ErrorLog }): Promise<ScrcpyOffer> {
    const offer = new ScrcpyOffer(db, bus, log)
    const reload = () => offer.#queue.add(() => offer.#reload())
    offer.#unfollow = [
      await offer.#channel.subscribe(reload),
      // Changes of other servers were missed.
      bus.onConnection((isConnected) => {
        if (isConnected) reload()
      }),
    ]
    offer.#current = await findOffered(db)
    return offer
  }

  get current(): OfferedScrcpy | undefined {
    return this.#current
  }

  /** Every server notifies its own phones. */
  notify(hub: Pick<Hub, 'phoneIds' | 'sendToPhone'>): void {
    this.#hub = hub
  }

  /** The file was replaced or removed. */
  async changed(): Promise<void> {
    await this.#channel.publish(null)
  }

  async close(): Promise<void> {
    for (const unfollow of this.#unfollow) unfollow()
    await this.#queue.run(async () => {})
  }

  async #reload(): Promise<void> {
    const found = await findOffered(this.#db)
    if (found?.sha256 === this.#current?.sha256) return
    this.#current = found
    const ids = this.#hub?.phoneIds() ?? []
    const order = { action: 'scrcpyServer', ...(found && { scrcpy: found }) } as const
    for (let at = 0; at < ids.length; at += chunkPhones)
      await Promise.all(ids.slice(at, at + chunkPhones).map((id) => this.#hub?.sendToPhone(id, order)))
  }
}
