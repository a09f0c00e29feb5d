import { randomUUID } from 'node:crypto'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { Batches } from '../../platform/core/batches.ts'
import type { Db } from '../../platform/db/db.ts'
import { answerOnce, type Repeatable } from './answer-once.ts'
import type { CallId } from './answered-calls.queries.ts'
import { leaseItems, type PoppedItem, type Slot, type Source, takeItems } from './item-leases.queries.ts'

/** Maximum items per statement. */
const maxTogether = 2000

export interface Phone {
  deviceId: DeviceId
  deviceNo: string
}
type Popped = Pick<PoppedItem, 'id' | 'name' | 'content'>
interface Lease {
  leaseId: string
  items: Popped[]
}
interface ItemRequest extends Repeatable {
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
  readonly #batches: Batches<ItemRequest, Lease>

  constructor(db: Db) {
    this.#batches = new Batches((requests) => answerOnce(db, requests, popItems), maxTogether)
  }

  /** Takes up to `size` items and removes them from the group. */
  async pop(source: Source, phone: Phone, { size, id }: { size: number; id?: CallId | undefined }) {
    return (await this.#request({ source, phone, size, id })).items
  }

  /** Takes up to `size` items, which are returned unless they are acknowledged within this many seconds. */
  lease(
    source: Source,
    phone: Phone,
    { size, seconds, id }: { size: number; seconds: number; id?: CallId | undefined },
  ): Promise<Lease> {
    return this.#request({ source, phone, size, id, lease: { leaseId: randomUUID(), seconds } })
  }

  #request(request: ItemRequest): Promise<Lease> {
    const { tenantId, groupName, name, way } = request.source
    return this.#batches.ask(JSON.stringify([tenantId, groupName, name, way, !request.lease]), request)
  }
}

/** All of one source and one kind. */
async function popItems(db: Db, requests: ItemRequest[]): Promise<Lease[]> {
  const [first] = requests
  if (!first) return []
  const answers = requests.map(({ lease }): Lease => ({ leaseId: lease?.leaseId ?? '', items: [] }))
  const places = requests.flatMap(({ size }, index) => Array.from({ length: size }, () => index))
  for (let start = 0; start < places.length; start += maxTogether) {
    const part = places.slice(start, start + maxTogether)
    const slots = part.map((index) => toSlot(requests[index] as ItemRequest))
    const take = first.lease ? leaseItems : takeItems
    const items = await take(db, first.source, slots)
    for (const { slot, ...item } of items) answers[part[slot] as number]?.items.push(item)
    if (items.length < part.length) break
  }
  return answers
}

const toSlot = ({ phone, lease }: ItemRequest): Slot => ({
  deviceId: phone.deviceId,
  deviceNo: phone.deviceNo,
  ...(lease && { leaseId: lease.leaseId, seconds: lease.seconds }),
})
