import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { WorkQueue } from '../../platform/core/work-queue.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { phonesOfOwner, readLayers, writeTaken } from './device-settings.queries.ts'
import { effectiveSettings, hashSettings } from './device-settings.ts'

const collectMs = 100
const chunkDevices = 500

interface Deps {
  db: Db
  hub: Hub
  parameters: ParameterStore
  log: { error(info: object, message: string): void }
}

/**
 * Sends phones their settings: immediately after a change, and after a connection when the phone's revision differs.
 * Confirmations are stored, so that the console can distinguish "set" from "confirmed".
 */
export class SettingsSync {
  readonly #deps: Deps
  readonly #queue: WorkQueue
  readonly #unfollow: (() => void)[]
  /** Phones that connected, with the revision they use. */
  #connected = new Map<DeviceId, string>()
  #taken = new Map<DeviceId, string>()
  /** Revisions that phones without a socket named last. */
  readonly #overHttp = new Map<DeviceId, string>()
  #timer: NodeJS.Timeout | undefined
  #heartbeatSeconds: number

  constructor(deps: Deps) {
    this.#deps = deps
    this.#queue = new WorkQueue(deps.log, 'could not send settings to phones')
    const { hub, parameters } = deps
    this.#heartbeatSeconds = parameters.get('device.heartbeatSeconds')
    this.#unfollow = [
      hub.on('phoneConnected', ({ deviceId, settingsRevision = '' }) => {
        this.#connected.set(deviceId, settingsRevision)
        this.#scheduleSend()
      }),
      hub.on('settingsTaken', ({ deviceId, revision }) => {
        this.#taken.set(deviceId, revision)
        this.#scheduleSend()
      }),
      hub.on('reconnected', () => this.#queue.add(() => this.#send(hub.phoneIds()))),
      parameters.onLoad(() => this.#siteChanged()),
    ]
  }

  /** A heartbeat over HTTP that names the phone's settings. */
  heardOverHttp(deviceId: DeviceId, { isBack, revision }: { isBack: boolean; revision: string }): void {
    if (!isBack && this.#overHttp.get(deviceId) === revision) return
    this.#overHttp.set(deviceId, revision)
    this.#connected.set(deviceId, revision)
    this.#scheduleSend()
  }

  /** Notifies the phones of these devices that their settings may have changed, wherever they are connected. */
  send(deviceIds: DeviceId[]): Promise<void> {
    return this.#queue.run(() => this.#send(deviceIds))
  }

  /** The same for all devices of an owner; nobody waits for it. */
  sendToOwner(tenantId: UserId): void {
    this.#queue.add(async () => {
      let afterId: DeviceId | 0 = 0
      for (;;) {
        const ids = await phonesOfOwner(this.#deps.db, tenantId, afterId, chunkDevices)
        const last = ids.at(-1)
        if (last === undefined) return
        await this.#send(ids)
        afterId = last
      }
    })
  }

  async close(): Promise<void> {
    for (const unfollow of this.#unfollow) unfollow()
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#queue.run(() => this.#work())
  }

  #scheduleSend(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#queue.add(() => this.#work())
    }, collectMs).unref()
  }

  async #work(): Promise<void> {
    const { db, hub } = this.#deps
    const taken = [...this.#taken].map(([deviceId, revision]) => ({ deviceId, revision }))
    const connected = this.#connected
    this.#taken = new Map()
    this.#connected = new Map()
    if (taken.length) {
      await writeTaken(db, taken)
      await hub.devicesChanged({ deviceIds: taken.map(({ deviceId }) => deviceId) })
    }
    if (connected.size) await this.#send([...connected.keys()], connected)
  }

  async #send(deviceIds: DeviceId[], held?: Map<DeviceId, string>): Promise<void> {
    const { db, hub, parameters } = this.#deps
    const site = { heartbeatSeconds: parameters.get('device.heartbeatSeconds') }
    for (let at = 0; at < deviceIds.length; at += chunkDevices) {
      const layers = await readLayers(db, deviceIds.slice(at, at + chunkDevices))
      const current = layers.map((layer) => {
        const effective = effectiveSettings(layer, site)
        return { ...layer, effective, revision: hashSettings(effective) }
      })
      const isHeld = ({ id, revision }: { id: DeviceId; revision: string }) => held?.get(id) === revision
      await Promise.all(
        current
          .filter((layer) => !isHeld(layer))
          .map(({ id, revision, effective }) => {
            const heartbeatSeconds = Number(effective.control.heartbeat_seconds)
            return hub.sendToPhone(id, { action: 'settings', revision, ...effective, heartbeatSeconds })
          }),
      )
      const taken = current
        .filter((layer) => isHeld(layer) && layer.settingsRevision !== layer.revision)
        .map(({ id: deviceId, revision }) => ({ deviceId, revision }))
      if (taken.length) await writeTaken(db, taken)
    }
  }

  /** Every server notifies its own phones. */
  #siteChanged(): void {
    const seconds = this.#deps.parameters.get('device.heartbeatSeconds')
    if (seconds === this.#heartbeatSeconds) return
    this.#heartbeatSeconds = seconds
    this.#queue.add(() => this.#send(this.#deps.hub.phoneIds()))
  }
}
