import type { Heartbeat } from '@fleetdeck/contract/phone-socket'
import type { DeviceDriver, DeviceStatus } from '../drivers/device-driver.ts'
import { inBackground } from '../in-background.ts'
import type { Notice } from '../notice.ts'
import { capabilitiesOf } from '../scripts/calls/context.ts'
import type { Uplink } from '../uplink.ts'

/** Heartbeats of a fleet that started together drift apart by this fraction of the period. */
const jitter = 0.1
/** Asking what a phone can do may cost it a process. */
const capabilitiesMs = 60_000

export interface RunningTask {
  runKey: string
  taskId: number
  taskName: string
}

export interface HeartbeatDeps {
  driver: DeviceDriver
  uplink: Uplink
  notice: Notice
  /** Id of the running command, if any. */
  runningCommand: () => string | undefined
  runningTask: () => RunningTask | undefined
}

export class HeartbeatSender {
  readonly #deps: HeartbeatDeps
  #timer: NodeJS.Timeout | undefined
  /** As it was last sent on this connection, and when it is looked at again, by performance.now(). */
  #sentCan: string | undefined
  #nextLookAt = 0
  #run = 0
  #isOn = false

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps
  }

  /** Sends a heartbeat immediately and then at this interval in seconds, until stop. */
  start(periodSeconds: number): void {
    this.stop()
    this.#isOn = true
    this.#sentCan = undefined
    this.#nextLookAt = 0
    this.#beat(this.#run, Math.max(1, periodSeconds) * 1000)
  }

  stop(): void {
    this.#isOn = false
    this.#run++
    clearTimeout(this.#timer)
  }

  /** The phone may be able to do something else now, which the server is told without delay. */
  changed(): void {
    if (!this.#isOn) return
    this.#nextLookAt = 0
    inBackground(this.#send(this.#run), this.#deps.notice, 'agent.heartbeatFailed')
  }

  /** A heartbeat that fails is missing; the next one follows all the same. */
  #beat(run: number, periodMs: number): void {
    const sent = this.#send(run).finally(() => {
      if (run !== this.#run) return
      const wait = periodMs * (1 + jitter * (Math.random() * 2 - 1))
      this.#timer = setTimeout(() => this.#beat(run, periodMs), wait)
    })
    inBackground(sent, this.#deps.notice, 'agent.heartbeatFailed')
  }

  async #send(run: number): Promise<void> {
    const { driver, uplink, runningCommand, runningTask } = this.#deps
    const [status, can] = await Promise.all([driver.readStatus(), this.#changedCan()])
    if (run !== this.#run) return
    const heartbeat = { ...toHeartbeat(status, driver, runningCommand()), ...namedOnWire(runningTask()) }
    const isSent = uplink.send({ ...heartbeat, ...(can && { can }) })
    if (isSent && can) this.#sentCan = can.join()
  }

  /** What the phone can do, if the server does not know it yet. */
  async #changedCan(): Promise<string[] | undefined> {
    if (performance.now() < this.#nextLookAt) return undefined
    this.#nextLookAt = performance.now() + capabilitiesMs
    // A phone that cannot be asked now is asked later; its other values matter more.
    const found = await capabilitiesOf(this.#deps.driver, { assumed: true }).catch(() => undefined)
    const can = found && [...found].sort()
    return can?.join() === this.#sentCan ? undefined : can
  }
}

/** The script's fields of a heartbeat. */
function namedOnWire(task: RunningTask | undefined) {
  if (!task) return undefined
  const { runKey, ...rest } = task
  return { runId: runKey, ...rest }
}

function toHeartbeat(status: DeviceStatus, driver: DeviceDriver, cmdSubId: string | undefined): Heartbeat {
  const { serviceOk, charging, ...values } = status
  return {
    action: 'heartbeat',
    ...values,
    ...(serviceOk === undefined ? {} : { serviceOk: serviceOk ? '1' : '0' }),
    ...(charging === undefined ? {} : { isCharging: charging ? '1' : '0' }),
    osVersion: driver.identity.osVersion,
    apkVersion: driver.identity.apkVersion,
    reportTime: Date.now(),
    ...(cmdSubId === undefined ? {} : { cmdSubId }),
  }
}
