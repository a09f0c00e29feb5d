import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
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
 * Confirmations are stored, so that the console can tell "set" from "confirmed".
 */
export class SettingsSync {
  readonly #deps: Deps
  readonly #unfollow: (() => void)[]
  /** Phones that connected, with the revision they use. */
  #connected = new Map<DeviceId, string>()
  #taken = new Map<DeviceId, string>()
  #timer: NodeJS.Timeout | undefined
  #working: Promise<unknown> = Promise.resolve()
  #heartbeatSeconds: number

  constructor(deps: Deps) {
    this.#deps = deps
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
      parameters.onLoad(() => this.#siteChanged()),
    ]
  }

  /** Notifies the phones of these devices that their settings may have changed, wherever they are connected. */
  send(deviceIds: DeviceId[]): Promise<unknown> {
    return this.#inTurn(() => this.#send(deviceIds))
  }

  /** The same for all devices of an owner. */
  sendToOwner(tenantId: UserId): Promise<unknown> {
    return this.#inTurn(async () => {
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
    await this.#inTurn(() => this.#work())
  }

  #inTurn(work: () => Promise<unknown>): Promise<unknown> {
    this.#working = this.#working
      .then(work)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'settings of phones'))
    return this.#working
  }

  #scheduleSend(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#inTurn(() => this.#work())
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
      const taken = layers.flatMap((layer) => {
        const effective = effectiveSettings(layer, site)
        const revision = hashSettings(effective)
        if (held?.get(layer.id) === revision)
          return layer.settingsRevision === revision ? [] : [{ deviceId: layer.id, revision }]
        void hub.sendToPhone(layer.id, {
          action: 'settings',
          revision,
          ...effective,
          heartbeatSeconds: Number(effective.control.heartbeat_seconds),
        })
        return []
      })
      if (taken.length) await writeTaken(db, taken)
    }
  }

  /** Every server notifies its own phones. */
  #siteChanged(): void {
    const seconds = this.#deps.parameters.get('device.heartbeatSeconds')
    if (seconds === this.#heartbeatSeconds) return
    this.#heartbeatSeconds = seconds
    void this.send(this.#deps.hub.phoneIds())
  }
}
