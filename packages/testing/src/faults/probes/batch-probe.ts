import { deviceBatches } from '@fleetdeck/contract/device-batches'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { Calls, type Probe, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import type { World } from '../world.ts'

const stock = 3000
const dayMs = 86_400_000
const endLimitMs = 90_000

/** An action on thousands of devices: each round sets another day at which they expire. */
export class BatchProbe implements Probe {
  readonly row = 'Batch of devices'
  readonly calls: Calls
  readonly #world: World
  #ids: DeviceId[] = []
  #job = ''
  #small = ''
  #round = 0

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    const rows = await this.#world.services.sql<{ id: DeviceId }>(
      `insert into devices (device_no, tenant_id) select 'S' || n, 1 from generate_series(1, ${stock}) n returning id`,
    )
    this.#ids = rows.map(({ id }) => id)
  }

  async start(): Promise<void> {
    this.#round += 1
    this.#small = ''
    this.#job = await this.#batch(this.#ids, this.#round)
    const begun = async () => (await this.#progress(this.#job)).done > 0
    if ((await until(begun, endLimitMs)) === undefined) throw new Error('the batch does not begin')
  }

  async isBack(): Promise<boolean> {
    this.#small ||= await this.#batch(this.#ids.slice(0, 5), 1000 + this.#round)
    const { state } = await this.#progress(this.#small)
    if (state === 'failed') this.#small = ''
    return state === 'done'
  }

  async check(): Promise<Verdict> {
    await until(async () => (await this.#progress(this.#job)).state !== 'running', endLimitMs)
    const { state, done, failed } = await this.#progress(this.#job)
    const [row] = await this.#world.services.sql<{ count: number }>(
      `select count(*)::int as count from devices
       where expire_time in ('${expiry(this.#round)}', '${expiry(1000 + this.#round)}')`,
    )
    const missing = done - failed - (row?.count ?? 0)
    return {
      session: state === 'done' ? 'went on' : 'ended',
      says: `${state}, ${done} of ${stock} devices${failed ? `, ${failed} failed` : ''}`,
      lost: missing > 0 ? [`${missing} of ${done} devices`] : [],
      twice: missing < 0 ? [`${-missing} devices that the console does not know`] : [],
    }
  }

  async #batch(ids: DeviceId[], round: number): Promise<string> {
    const action = { action: 'expiry', expireTime: expiry(round) } as const
    return (await this.calls.call(deviceBatches.start, { body: { action, selection: { ids } } })).jobId
  }

  #progress = (jobId: string) => this.calls.call(deviceBatches.progress, { query: { jobId } })
}

const expiry = (round: number) => new Date(Date.UTC(2040, 0, 1) + round * dayMs).toISOString()
