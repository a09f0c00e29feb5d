import type { CheckCode } from '@fleetdeck/contract/check-codes'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Heartbeat } from '@fleetdeck/contract/phone-socket'
import type { Deps } from '../../deps.ts'
import { noRuntime } from '../../domain/devices/no-runtime.ts'
import { PeriodicWork } from '../../platform/core/periodic-work.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { writeRows } from '../../platform/db/write-rows.ts'
import * as queries from './phones.queries.ts'

const flushMs = 1000

/**
 * The latest values of the phones connected to this server. Heartbeats only change memory; once a second the changes
 * are written in one statement, and sent to the consoles that watch those devices.
 */
export class RuntimeRecorder {
  readonly #deps: Pick<Deps, 'db' | 'hub' | 'events' | 'log'>
  readonly #rows = new Map<DeviceId, queries.RuntimeRow>()
  readonly #changed = new Set<DeviceId>()
  /** Phones have connected or disconnected since the last write. */
  #presenceChanged = false
  readonly #work: PeriodicWork

  constructor(deps: Pick<Deps, 'db' | 'hub' | 'events' | 'log'>) {
    this.#deps = deps
    const settings = { log: deps.log, failure: 'could not write heartbeats', everyMs: flushMs }
    this.#work = new PeriodicWork(settings, () => this.#write())
  }

  /** Returns whether the phone was not online here before. */
  recordHeartbeat(deviceId: DeviceId, heartbeat: Partial<Heartbeat> = {}, overHttp = false): boolean {
    const now = siteNow()
    const before = this.#rows.get(deviceId) ?? { ...noRuntime, deviceId }
    const { runMode, serviceOk, isCharging, osVersion, apkVersion, ecVersion, can } = heartbeat
    this.#change({
      ...before,
      ...known({ runMode, serviceOk, isCharging, osVersion, apkVersion, ecVersion, can }),
      ...known({
        battery: whole(heartbeat.battery),
        batteryTemp: hundredths(heartbeat.batteryTemp),
        brightness: whole(heartbeat.brightness),
        sdCardLeftSpace: whole(heartbeat.sdCardLeftSpace),
        availMemory: whole(heartbeat.availMemory),
        sdCardSpace: whole(heartbeat.sdCardSpace),
        totalMemory: whole(heartbeat.totalMemory),
        clockAheadMs: whole(
          heartbeat.reportTime === undefined ? undefined : heartbeat.reportTime - now.getTime(),
        ),
      }),
      ...(heartbeat.action && { taskName: heartbeat.taskName ?? null, msg: heartbeat.msg ?? null }),
      online: true,
      overHttp,
      lastSeenAt: now,
      onlineChangedAt: before.online ? before.onlineChangedAt : now,
    })
    return !before.online
  }

  /** What its check found that must be mended. */
  recordCheck(deviceId: DeviceId, toMend: CheckCode[]): void {
    const row = this.#rows.get(deviceId)
    if (row) this.#change({ ...row, toMend })
  }

  /** The phone came from another server and was not offline in the meantime: its connection is no event. */
  takeOver(deviceId: DeviceId, onlineSince: Date): void {
    if (!this.#rows.has(deviceId))
      this.#rows.set(deviceId, { ...noRuntime, deviceId, online: true, onlineChangedAt: onlineSince })
    this.recordHeartbeat(deviceId)
  }

  async gone(deviceId: DeviceId): Promise<void> {
    const row = this.#rows.get(deviceId) ?? (await queries.readRuntime(this.#deps.db, deviceId))
    if (!row?.online) return
    this.#change({ ...row, online: false, onlineChangedAt: siteNow() })
  }

  /** The phone has moved to another server, or was deleted: the values here are outdated. */
  forget(deviceId: DeviceId): void {
    this.#rows.delete(deviceId)
    this.#changed.delete(deviceId)
  }

  /** Writes the changes; a failed write is retried with the next one. */
  flush(): Promise<void> {
    return this.#work.run()
  }

  close(): Promise<void> {
    return this.#work.close()
  }

  #change(row: queries.RuntimeRow) {
    if (row.online !== (this.#rows.get(row.deviceId)?.online ?? !row.online)) {
      this.#deps.events.record({ deviceId: row.deviceId, kind: row.online ? 'online' : 'offline' })
      this.#presenceChanged = true
    }
    this.#rows.set(row.deviceId, row)
    this.#changed.add(row.deviceId)
    this.#deps.hub.deviceStateChanged(row.deviceId, toRuntime(row))
  }

  async #write(): Promise<void> {
    const ids = [...this.#changed]
    const isPresence = this.#presenceChanged
    this.#changed.clear()
    this.#presenceChanged = false
    try {
      await writeRows(
        ids,
        {
          write: (some) => this.#writeSome(some),
          refused: (deviceId, error) => {
            this.#deps.log.error({ err: error, deviceId }, 'could not write a heartbeat')
            this.#rows.delete(deviceId)
          },
        },
        (left) => {
          for (const id of left) this.#changed.add(id)
          this.#presenceChanged ||= isPresence
        },
      )
    } finally {
      if (isPresence)
        await this.#deps.hub
          .presenceChanged()
          .catch((error: unknown) => this.#deps.log.error({ err: error }, 'could not announce presence'))
    }
  }

  async #writeSome(ids: DeviceId[]): Promise<void> {
    await queries.writeRuntime(
      this.#deps.db,
      ids.flatMap((id) => this.#rows.get(id) ?? []),
    )
    // A phone that disconnected during the write still has to be written.
    for (const id of ids)
      if (this.#rows.get(id)?.online === false && !this.#changed.has(id)) this.#rows.delete(id)
  }
}

const whole = (value: number | undefined) => (value === undefined ? undefined : Math.round(value))
const hundredths = (value: number | undefined) =>
  value === undefined ? undefined : Math.round(value * 100) / 100

function known<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  const present = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as { [K in keyof T]: NonNullable<T[K]> }
}

function toRuntime(row: queries.RuntimeRow): DeviceRuntime {
  const {
    deviceId: _id,
    sdCardSpace: _space,
    totalMemory: _memory,
    clockAheadMs: _clock,
    can: _can,
    ...shown
  } = row
  return {
    ...shown,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    onlineChangedAt: row.onlineChangedAt?.toISOString() ?? null,
  }
}
