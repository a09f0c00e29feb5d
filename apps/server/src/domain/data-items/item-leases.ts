import { randomUUID } from 'node:crypto'
import type { DataItemId, DeviceId } from '@fleetdeck/contract/ids'
import { Batches } from '../../platform/core/batches.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  ackLease,
  endLeases,
  leaseItems,
  type PoppedItem,
  type Slot,
  type Source,
  takeItems,
} from './item-leases.queries.ts'

/** Maximum items per statement. */
const maxTogether = 2000

export interface Phone {
  deviceId: DeviceId
  deviceNo: string
}
export type Popped = Pick<PoppedItem, 'id' | 'name' | 'content'>
interface ItemRequest {
  source: Source
  phone: Phone
  size: number
  /** Without it: removed permanently. */
  lease?: { leaseId: string; seconds: number }
}

/**
 * Leases items of a group, each to one phone and once, with any number of phones and servers. Calls that arrive
 * together share a statement and its commit.
 */
export class ItemLeases {
  readonly #db: Db
  readonly #batches: Batches<ItemRequest, Popped[]>

  constructor(db: Db) {
    this.#db = db
    this.#batches = new Batches((requests) => this.#pop(requests), maxTogether)
  }

  /** Takes up to `size` items and removes them from the group. */
  pop(source: Source, phone: Phone, size: number): Promise<Popped[]> {
    return this.#request({ source, phone, size })
  }

  /** Takes up to `size` items, which are returned unless they are acknowledged within this many seconds. */
  async lease(source: Source, phone: Phone, { size, seconds }: { size: number; seconds: number }) {
    const leaseId = randomUUID()
    return { leaseId, items: await this.#request({ source, phone, size, lease: { leaseId, seconds } }) }
  }

  /** Returns how many items the phone still had leased and has now acknowledged. */
  ack(phone: Phone, leaseId: string, ids?: DataItemId[]): Promise<number> {
    return ackLease(this.#db, { deviceId: phone.deviceId, leaseId, ids })
  }

  giveBack(phone: Phone, leaseId: string, ids?: DataItemId[]): Promise<number> {
    return endLeases(this.#db, { lease: { deviceId: phone.deviceId, leaseId, ids } })
  }

  #request(requests: ItemRequest): Promise<Popped[]> {
    const { tenantId, groupName, name, way } = requests.source
    return this.#batches.ask(JSON.stringify([tenantId, groupName, name, way, !requests.lease]), requests)
  }

  /** All of one source and one kind. */
  async #pop(requests: ItemRequest[]): Promise<Popped[][]> {
    const [first] = requests
    if (!first) return []
    const answers: Popped[][] = requests.map(() => [])
    const places = requests.flatMap(({ size }, index) => Array.from({ length: size }, () => index))
    for (let start = 0; start < places.length; start += maxTogether) {
      const part = places.slice(start, start + maxTogether)
      const slots = part.map((index) => toSlot(requests[index] as ItemRequest))
      const popItems = first.lease ? leaseItems : takeItems
      const items = await popItems(this.#db, first.source, slots)
      for (const { slot, ...item } of items) answers[part[slot] as number]?.push(item)
      if (items.length < part.length) break
    }
    return answers
  }
}

const toSlot = ({ phone, lease }: ItemRequest): Slot => ({
  deviceId: phone.deviceId,
  deviceNo: phone.deviceNo,
  ...(lease && { leaseId: lease.leaseId, seconds: lease.seconds }),
})
