import type { DeviceId } from '@fleetdeck/contract/ids'
import { decodeWallBatch } from '@fleetdeck/contract/wall-batch'
import {
  WallEvent,
  type WallGroup,
  type WallRequestInput,
  wallSocketPath,
} from '@fleetdeck/contract/wall-socket'
import { PageSocket, press } from '../page-socket.ts'
import { Calls, type Probe, Repeated, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import type { World } from '../world.ts'

const startLimitMs = 30_000

async function idsOf(world: World, numbers: readonly string[]): Promise<DeviceId[]> {
  const list = numbers.map((deviceNo) => `'${deviceNo}'`).join(', ')
  const rows = await world.services.sql<{ id: DeviceId }>(
    `select id from devices where device_no in (${list}) order by device_no`,
  )
  return rows.map(({ id }) => id)
}

/** A wall with three phones in view: those of the group, whose screens change. */
export class WallProbe implements Probe {
  readonly row = 'Wall'
  readonly calls: Calls
  readonly #world: World
  readonly #seen = new Map<DeviceId, number>()
  #ids: DeviceId[] = []
  #page: PageSocket<WallRequestInput, WallEvent> | undefined
  #before: Map<DeviceId, number> | undefined
  #openedAtStart = 0

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    this.#ids = await idsOf(this.#world, ['A5', 'A6', 'A7'])
  }

  async start(): Promise<void> {
    this.#before = undefined
    this.#page ??= new PageSocket<WallRequestInput, WallEvent>(this.#world, wallSocketPath, {
      schema: WallEvent,
      onOpen: () => this.#page?.send({ action: 'watchPhones', ids: this.#ids, width: 180 }),
      onBinary: (bytes) => this.#draw(bytes),
    })
    this.#page.open()
    const before = new Map(this.#seen)
    if ((await until(async () => this.#allMoreThan(before), startLimitMs)) === undefined)
      throw new Error('the wall stays empty')
    this.#openedAtStart = this.#page.opened
  }

  async isBack(): Promise<boolean> {
    this.#before ??= new Map(this.#seen)
    return this.#allMoreThan(this.#before)
  }

  async check(): Promise<Verdict> {
    const reconnects = (this.#page?.opened ?? 0) - this.#openedAtStart
    return {
      session: this.#page?.refused ? 'ended' : 'went on',
      says: this.#page?.refused ?? `shows all phones, ${reconnects} reconnects`,
      lost: [],
      twice: [],
    }
  }

  #draw(bytes: Uint8Array) {
    const { batch, pictures } = decodeWallBatch(bytes)
    for (const { deviceId } of pictures) this.#seen.set(deviceId, (this.#seen.get(deviceId) ?? 0) + 1)
    this.#page?.send({ action: 'batchDrawn', batch })
  }

  #allMoreThan(before: ReadonlyMap<DeviceId, number>) {
    return this.#ids.every((id) => (this.#seen.get(id) ?? 0) > (before.get(id) ?? 0))
  }
}

/** One phone that leads two others; a key is pressed on all of them twice a second. */
export class GroupProbe implements Probe {
  readonly row = 'Group control'
  readonly calls: Calls
  readonly #world: World
  readonly #inputs = new Repeated()
  #ids: DeviceId[] = []
  #page: PageSocket<WallRequestInput, WallEvent> | undefined
  #group: WallGroup | undefined
  readonly #paused = new Set<string>()
  #sent = 0
  #openedAtStart = 0

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    this.#ids = await idsOf(this.#world, ['A5', 'A6', 'A7'])
  }

  async start(): Promise<void> {
    this.#page ??= new PageSocket<WallRequestInput, WallEvent>(this.#world, wallSocketPath, {
      schema: WallEvent,
      onOpen: () => this.#regroup(),
      onEvent: (event) => this.#receive(event),
    })
    this.#page.open()
    this.#page.send({ action: 'resumeMembers', ids: this.#ids })
    const isWhole = async () =>
      this.#states().every((state) => state === 'follows') && this.#states().length === 3
    if ((await until(isWhole, startLimitMs)) === undefined)
      throw new Error(`members: ${this.#states().join(', ') || 'none'}`)
    this.#openedAtStart = this.#page.opened
    this.#paused.clear()
    this.#inputs.start(async () => this.#input(), 500)
  }

  /** A member that missed inputs stays out until an operator adds it again, which this probe does. */
  async isBack(): Promise<boolean> {
    for (const { deviceNo, state } of this.#group?.members ?? [])
      if (state === 'paused') this.#paused.add(deviceNo)
    if (this.#states().includes('paused')) this.#page?.send({ action: 'resumeMembers', ids: this.#ids })
    return (
      this.#page?.state === 'open' &&
      this.#states().length === 3 &&
      this.#states().every((state) => state === 'follows')
    )
  }

  async check(): Promise<Verdict> {
    await this.#inputs.stop()
    const members = this.#group?.members ?? []
    const said = members.map(({ deviceNo, state, missed }) =>
      [deviceNo, state, missed ? `(missed ${missed})` : ''].filter(Boolean).join(' '),
    )
    const paused = [...this.#paused].map((deviceNo) => `${deviceNo} was removed because it missed inputs`)
    const reconnects = (this.#page?.opened ?? 0) - this.#openedAtStart
    return {
      session: this.#page?.refused || this.#paused.size ? 'ended' : 'went on',
      says: [...said, ...paused, reconnects && `${reconnects} reconnects`].filter(Boolean).join(', '),
      lost: [],
      twice: [],
    }
  }

  #states = () => this.#group?.members.map(({ state }) => state) ?? []

  /** As the page does: the server dissolved the group with the socket. */
  #regroup() {
    const [leader, ...followers] = this.#ids
    const paused = this.#group?.members.filter(({ state }) => state === 'paused').map(({ id }) => id) ?? []
    if (leader) this.#page?.send({ action: 'startGroup', leader, followers })
    if (paused.length) this.#page?.send({ action: 'pauseMembers', ids: paused })
  }

  #receive(event: WallEvent) {
    if (event.action === 'groupState') this.#group = event.group ?? undefined
  }

  #input() {
    this.#sent += 1
    this.#page?.send({
      action: 'groupInput',
      frame: press(this.#sent),
    })
  }
}
