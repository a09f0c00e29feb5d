import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import proxyAddress from '@fastify/proxy-addr'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { wallPermission } from '@fleetdeck/contract/device-wall'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { recordings } from '@fleetdeck/contract/recordings'
import { AccessTokens } from './access/access-tokens.ts'
import { requireFound } from './access/crud-handlers.ts'
import { scopeFor } from './access/data-scope.ts'
import type { Deps } from './deps.ts'
import { listForeign } from './domain/bookings/foreign-bookings.queries.ts'
import { effectiveSettings, type SiteSettings, viewedMode } from './domain/devices/device-settings.ts'
import { findGuest, isVisitToken } from './domain/screen-links/screen-visits.ts'
import type { Env } from './env.ts'
import { findComputerByToken } from './features/device-api/computers.queries.ts'
import {
  anyVisibleUser,
  currentStates,
  findDevice,
  findDevices,
  listIdentities,
  visibleIds,
} from './features/devices/devices.queries.ts'
import { findRecording } from './features/recordings/recordings.queries.ts'
import { AppError } from './platform/core/app-error.ts'
import { type Caller, may } from './platform/core/caller.ts'
import { hashToken } from './platform/core/tokens.ts'
import type { Db } from './platform/db/db.ts'
import { text } from './platform/http/language.ts'
import type { HubOptions, LastFrameStore } from './realtime/hub-options.ts'
import { iceServersFor } from './realtime/rooms/ice-servers.ts'

type Engines = Pick<
  Deps,
  | 'db'
  | 'sessions'
  | 'accessTokens'
  | 'parameters'
  | 'phones'
  | 'phoneOrders'
  | 'scrcpyOffer'
  | 'recordingFiles'
  | 'signer'
  | 'log'
  | 'serverName'
  | 'region'
> & { dataDir: string; ice?: Env['ice'] | undefined }

/** A user who sees a device may see its state, screen and log. */
const permission = 'device/deviceList/list'

type FoundDevice = NonNullable<Awaited<ReturnType<typeof findDevice>>>

function viewedSettings(device: FoundDevice, site: SiteSettings) {
  const { settings } = effectiveSettings(device, site)
  return { ...settings, ...viewedMode(device, { ...device.runtime, can: device.can }) }
}

const lastFrameStore = (db: Db, dataDir: string): LastFrameStore => ({
  folder: path.join(dataDir, 'last-frames'),
  identities: async (ids) => {
    const found = await listIdentities(db, ids)
    return new Map(found.map(({ id, tenantId, hardwareId }) => [id, JSON.stringify([tenantId, hardwareId])]))
  },
})

/** The parts of the rest of the server that the hub needs. */
export function hubOptions(
  {
    db,
    sessions,
    accessTokens,
    parameters,
    phones,
    phoneOrders,
    scrcpyOffer,
    signer,
    log,
    serverName,
    region,
    ice,
    dataDir,
    recordingFiles,
  }: Engines,
  trustedProxies: string[] = [],
): Omit<HubOptions, 'server' | 'bus'> {
  const site = () => ({ heartbeatSeconds: parameters.get('device.heartbeatSeconds') })
  const held = async (caller: Caller, needed: string, ids: DeviceId[]) =>
    may(caller, needed) ? visibleIds(db, scopeFor(caller, needed), ids) : []
  const booked = async (caller: Caller, ids: DeviceId[]) =>
    new Set((await listForeign(db, caller, ids)).map(({ deviceId }) => deviceId))
  /** Without those that others have booked. */
  const permitted = async (caller: Caller, needed: string, ids: DeviceId[]) => {
    const mine = await held(caller, needed, ids)
    const foreign = await booked(caller, mine)
    return mine.filter((id) => !foreign.has(id))
  }
  const trusted = proxyAddress.compile(trustedProxies)
  return {
    log,
    serverName,
    region: region?.name,
    signer,
    may,
    readAddress: (request: IncomingMessage) => proxyAddress(request, trusted),
    authenticate: (token, ip) => {
      if (isVisitToken(token)) return findGuest(db, token)
      const found = AccessTokens.isOne(token) ? accessTokens.find(token, ip) : sessions.find(token)
      return found.catch((error: unknown) => {
        // Calls say why; a socket only ends.
        if (error instanceof AppError) return undefined
        throw error
      })
    },
    authenticatePhone: (token) => phones.authenticate(token),
    authenticateComputer: async (token) => {
      const computer = await findComputerByToken(db, hashToken(token))
      return computer?.isExpired ? { refused: 'expired' } : computer
    },
    leaveForPhone: (deviceId, order) => phoneOrders.leave(deviceId, order),
    offeredScrcpy: () => scrcpyOffer.current,
    adoptPhoneKey: (token, publicKey) => phones.adoptKey(token, publicKey),
    findDevice: async (caller, deviceNo) => {
      const device = await findDevice(db, scopeFor(caller, permission), { deviceNo })
      if (!device || (caller.visit && caller.visit.deviceId !== device.id)) return undefined
      const settings = viewedSettings(device, site())
      const { id } = device
      const isReserved = (await listForeign(db, caller, [id])).length > 0
      const [isMine] = await held(caller, controlPermission, [id])
      return { id, deviceNo, settings, mayControl: isMine !== undefined && !isReserved, isReserved }
    },
    wallDevices: async (caller, ids) => {
      if (ids.length === 0) return []
      const mine = await held(caller, controlPermission, ids)
      const foreign = await booked(caller, mine)
      const controlled = new Set(mine)
      const seen = await findDevices(db, scopeFor(caller, wallPermission), ids)
      return seen.flatMap(({ id, deviceNo }) => {
        const isReserved = foreign.has(id)
        const mayControl = controlled.has(id) && !isReserved
        return deviceNo === null ? [] : [{ id, deviceNo, mayControl, isReserved }]
      })
    },
    findRecording: async (caller, id) => {
      const { permission: replaying } = recordings.replay
      if (!may(caller, replaying)) throw new AppError('forbidden')
      const recording = requireFound(await findRecording(db, scopeFor(caller, replaying), id))
      const timeline = await recordingFiles.timeline(recording.fileName)
      return { ...timeline, deviceNo: recording.deviceNo }
    },
    lastFrameStore: lastFrameStore(db, dataDir),
    wallBitsPerSecond: () => parameters.get('screen.wallMegabits') * 1_000_000,
    permitted,
    visibleDeviceIds: (caller, ids) => visibleIds(db, scopeFor(caller, permission), ids),
    concerns: (caller, { tenantIds }) =>
      !tenantIds?.length || anyVisibleUser(db, scopeFor(caller, permission), tenantIds),
    text,
    iceServers: (name) =>
      iceServersFor(
        {
          stun: ice?.stun ?? parameters.get('screen.stunServers'),
          turn: ice?.turn?.servers ?? parameters.get('screen.turnServers'),
          turnSecret: ice?.turn?.secret ?? parameters.get('screen.turnSecret'),
          turnMinutes: parameters.get('screen.turnMinutes'),
        },
        name,
      ),
    heartbeatSeconds: () => parameters.get('device.heartbeatSeconds'),
    spreadsPhones: () => parameters.get('device.spread'),
    currentStates: async (ids) =>
      (await currentStates(db, ids)).map(({ id, runtime }) => ({
        id,
        runtime: {
          ...runtime,
          lastSeenAt: runtime.lastSeenAt?.toISOString() ?? null,
          onlineChangedAt: runtime.onlineChangedAt?.toISOString() ?? null,
        },
      })),
  }
}
