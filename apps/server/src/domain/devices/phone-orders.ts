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
  readonly #db: Db
  readonly #leaving: Batches<queries.NewOrder, boolean>
  readonly #taking: Batches<DeviceId, queries.TakenOrder[]>
  /** Time of the last heartbeat over HTTP to this server, by performance.now(). */
  readonly #heardAt = new Map<DeviceId, number>()

  constructor(db: Db) {
    this.#db = db
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

  /**
   * The orders for a phone that gets them with this answer, oldest first. One to pause or to continue is repeated until
   * the phone has followed it.
   * @param isPaused as the phone reports it; a phone that does not gets each order once
   */
  async take(deviceId: DeviceId, isPaused?: boolean): Promise<HttpOrder[]> {
    const taken = await this.#taking.ask('', deviceId)
    const wanted = taken
      .filter(({ order, isStale }) => !isStale && (isPaused === undefined || pauses(order) !== isPaused))
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    const repeated = wanted.filter(({ order }) => isPaused !== undefined && pauses(order) !== undefined)
    if (repeated.length) await queries.keepOrders(this.#db, repeated)
    return wanted.map(({ order }) => order)
  }
}

/** Whether an order pauses the script or continues it; undefined for all others. */
const pauses = (order: HttpOrder) =>
  order.action === 'taskControl' && order.order !== 'stop' ? order.order === 'pause' : undefined

/** An order replaces an earlier one of its kind that the phone has not got. */
export function kindOfOrder(order: HttpOrder): string {
  if (order.action === 'task') return `task ${order.runId}`
  if (order.action === 'command') return `command ${order.cmdSubId}`
  if (pauses(order) !== undefined) return 'pause'
  if (order.action === 'taskControl') return `stop ${order.runId ?? ''}`
  return order.action === 'connect' ? `connect ${order.purpose}` : order.action
}
