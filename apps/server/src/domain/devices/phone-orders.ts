import type { DeviceId } from '@fleetdeck/contract/ids'
import type { HttpOrder } from '@fleetdeck/contract/phone-api'
import { Batches } from '../../platform/core/batches.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './phone-orders.queries.ts'

/** A phone that sent no heartbeat for this long may have another way to the server, or none. */
const hereMs = 60_000
const maxTogether = 500

/**
 * Orders for phones without a socket, which they get with the answer to their next heartbeat, on any server. Commands
 * and runs are not among them: their deliveries store them until their phones have them.
 */
export class PhoneOrders {
  readonly #leaving: Batches<queries.NewOrder, boolean>
  readonly #taking: Batches<DeviceId, queries.TakenOrder[]>
  /** Time of the last heartbeat over HTTP to this server, by performance.now(). */
  readonly #heardAt = new Map<DeviceId, number>()

  constructor(db: Db) {
    this.#leaving = new Batches(async (orders) => {
      const latest = new Map(orders.map((order) => [`${order.deviceId} ${order.kind}`, order]))
      const reached = await queries.insertOrders(db, [...latest.values()])
      return orders.map(({ deviceId }) => reached.has(deviceId))
    }, maxTogether)
    this.#taking = Batches.rowsOf(
      (deviceIds) => queries.takeOrders(db, deviceIds),
      ({ deviceId }) => deviceId,
      maxTogether,
    )
  }

  /** Whether the phone sends heartbeats over HTTP and gets this order with the next one. */
  leave(deviceId: DeviceId, order: HttpOrder): Promise<boolean> | boolean {
    if (order.action === 'command') return false
    const heardAt = this.#heardAt.get(deviceId) ?? Number.NEGATIVE_INFINITY
    const isHere = performance.now() - heardAt < hereMs
    return this.#leaving.ask('', { deviceId, kind: kindOfOrder(order), order, isHere })
  }

  /** The phone sent a heartbeat over HTTP. */
  heard(deviceId: DeviceId): void {
    this.#heardAt.set(deviceId, performance.now())
  }

  /** The orders for a phone that gets them with this answer, oldest first. */
  async take(deviceId: DeviceId): Promise<HttpOrder[]> {
    const taken = await this.#taking.ask('', deviceId)
    return taken
      .filter(({ isStale }) => !isStale)
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .map(({ order }) => order)
  }
}

/** An order replaces an earlier one of its kind that the phone has not got. */
export function kindOfOrder(order: HttpOrder): string {
  if (order.action === 'task') return `task ${order.runId}`
  if (order.action === 'command') return `command ${order.cmdSubId}`
  if (order.action === 'taskControl') return `taskControl ${order.runId ?? ''}`
  return order.action === 'connect' ? `connect ${order.purpose}` : order.action
}
