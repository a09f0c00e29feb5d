import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rebootPermission } from '@fleetdeck/contract/commands'
import { DataScope, UserType } from '@fleetdeck/contract/enums'
import { DeviceId, type MenuId, SessionId, UserId } from '@fleetdeck/contract/ids'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import { en } from '@fleetdeck/i18n/en'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { zhtw } from '@fleetdeck/i18n/zhtw'
import { type Caller, may } from '../../platform/core/caller.ts'
import type { Bus } from '../bus/bus.ts'
import { InProcessBus } from '../bus/in-process-bus.ts'
import { createHub } from '../hub.ts'
import type { HubEvents } from '../hub-events.ts'
import type { HubOptions, PhoneIdentity } from '../hub-options.ts'
import type { Hub } from '../hub-types.ts'
import { opened, openPage, openPhone, type Peer } from './peer.ts'

const catalogues = { zhcn, zhtw, en }
const patienceMs = 30_000

/** The data of a database; two servers may share it. */
export class FakeSite {
  readonly callers = new Map<string, Caller>()
  readonly phoneTokens = new Map<string, PhoneIdentity>()
  /** Numbers of devices that a user may not see. */
  readonly hidden = new Map<string, Set<string>>()
  /** Numbers of devices that a user may only watch. */
  readonly watchOnly = new Map<string, Set<string>>()
  /** Numbers of devices that somebody else has booked, and a user may not overrule. */
  readonly reserved = new Map<string, Set<string>>()
  readonly #deviceIds = new Map<string, DeviceId>()

  constructor() {
    this.addUser('ann', ['device/deviceList/list', rebootPermission, 'device/wall/list'])
    this.addUser('bob', ['device/deviceList/list', 'device/deviceList/edit', 'device/wall/list'])
    this.addUser('eve', [])
    this.addDevice('A1', DeviceId.parse(1))
    this.addDevice('A2', DeviceId.parse(2))
    this.phoneTokens.set('barred', { refused: 'disabled' })
  }

  addUser(name: string, permissions: string[]): void {
    const userId = UserId.parse(this.callers.size + 1)
    const grant = {
      roleKey: name,
      dataScope: DataScope.all,
      permissions: new Set(permissions),
      openPages: new Set<MenuId>(),
    }
    this.callers.set(name, {
      userId,
      userName: name,
      deptId: null,
      userType: UserType.background,
      isAdmin: false,
      pendingStep: undefined,
      sessionId: SessionId.parse(userId * 100),
      grants: [grant],
    })
  }

  addDevice(deviceNo: string, id: DeviceId): void {
    this.#deviceIds.set(deviceNo, id)
    this.phoneTokens.set(`phone-${deviceNo}`, { deviceId: id, deviceNo, publicKey: null })
  }

  hide(userName: string, ...deviceNos: string[]): void {
    this.hidden.set(userName, new Set(deviceNos))
  }

  find(caller: Caller, deviceNo: string) {
    const id = this.#deviceIds.get(deviceNo)
    if (!id || this.hidden.get(caller.userName)?.has(deviceNo)) return undefined
    const isReserved = this.reserved.get(caller.userName)?.has(deviceNo) ?? false
    const mayControl = !isReserved && !this.watchOnly.get(caller.userName)?.has(deviceNo)
    return { id, deviceNo, settings: { screen_mode: '2', screen_scale: '50' }, mayControl, isReserved }
  }

  visible(caller: Caller, ids: DeviceId[]): DeviceId[] {
    const numbers = [...this.#deviceIds].filter(([no]) => this.find(caller, no)).map(([, id]) => id)
    return ids.filter((id) => numbers.includes(id))
  }

  permitted(caller: Caller, permission: string, ids: DeviceId[]): DeviceId[] {
    return may(caller, permission) ? this.visible(caller, ids) : []
  }

  wall(caller: Caller, ids: DeviceId[]) {
    return [...this.#deviceIds].flatMap(([no, id]) => (ids.includes(id) ? (this.find(caller, no) ?? []) : []))
  }
}

export interface HubFixture {
  hub: Hub
  world: FakeSite
  origin: string
  /** Failures that the hub reported instead of throwing. */
  errors: unknown[]
  /** Resolves with the next such event. */
  heard<Name extends keyof HubEvents>(event: Name): Promise<HubEvents[Name]>
  /** A connected, registered phone. */
  phone(deviceNo: string, origin?: PhoneOrigin): Promise<Peer>
  /** Has sent its registration. */
  openPhone(deviceNo: string, origin?: PhoneOrigin): Promise<Peer>
  /** A page with the panel of one phone, once it knows whether the phone is online. */
  viewer(user: string, deviceNo: string, clientId?: string): Promise<Peer>
  console(user: string): Promise<Peer>
  wall(user: string, clientId?: string): Promise<Peer>
  openLog(user: string, deviceNo: string): Promise<Peer>
  stop(): Promise<void>
}

export interface HubFixtureOptions extends Partial<Omit<HubOptions, 'server'>> {
  bus?: Bus
  world?: FakeSite
}

export async function startHub({
  world = new FakeSite(),
  ...overrides
}: HubFixtureOptions = {}): Promise<HubFixture> {
  const server = createServer((_request, response) => response.end())
  const errors: unknown[] = []
  const hub = await createHub({
    bus: new InProcessBus((error) => errors.push(error)),
    ...questions(world),
    log: { warn: () => {}, error: (info) => errors.push(info) },
    server,
    ...overrides,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    hub,
    world,
    origin,
    errors,
    heard: (event) => nextEvent(hub, event),
    ...visitors(origin),
    stop: async () => {
      await hub.close()
      server.close()
    },
  }
}

function questions(world: FakeSite): Omit<HubOptions, 'server' | 'bus' | 'log'> {
  return {
    authenticate: (token) => world.callers.get(token),
    authenticatePhone: (token) => world.phoneTokens.get(token),
    adoptPhoneKey: () => {},
    findDevice: (caller, deviceNo) => world.find(caller, deviceNo),
    visibleDeviceIds: (caller, ids) => world.visible(caller, ids),
    permitted: (caller, permission, ids) => world.permitted(caller, permission, ids),
    wallDevices: (caller, ids) => world.wall(caller, ids),
    may,
    text: (language, key) => catalogues[language][key],
    heartbeatSeconds: () => 10,
    timing: { tick: 10, sweep: 20, wallTick: 10 },
  }
}

function visitors(origin: string) {
  const page = (user: string, path: string) => opened(openPage(origin, `${path}&language=en`, user))
  const registering = async (deviceNo: string, phoneOrigin?: PhoneOrigin) => {
    const phone = await opened(openPhone(origin, `phone-${deviceNo}`))
    return phone.send({ action: 'register', version: 1, ...(phoneOrigin && { origin: phoneOrigin }) })
  }
  return {
    openPhone: registering,
    phone: async (deviceNo: string, phoneOrigin?: PhoneOrigin) => {
      const phone = await registering(deviceNo, phoneOrigin)
      await phone.next('registered')
      return phone
    },
    viewer: async (user: string, deviceNo: string, clientId = '') => {
      const path = `/rapi/ws/device?deviceNo=${deviceNo}&type=client&clientId=${clientId}`
      const viewer = await page(user, path)
      await viewer.next('deviceState')
      return viewer
    },
    console: (user: string) => page(user, '/ws/console?'),
    wall: (user: string, clientId = '') => page(user, `/ws/wall?clientId=${clientId}`),
    openLog: (user: string, deviceNo: string) => page(user, `/websocket/devicelog?deviceNo=${deviceNo}`),
  }
}

function nextEvent<Name extends keyof HubEvents>(hub: Hub, event: Name): Promise<HubEvents[Name]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${event} did not happen`)), patienceMs)
    const stop = hub.on(event, (info) => {
      clearTimeout(timer)
      stop()
      resolve(info)
    })
  })
}
