import { hostname } from 'node:os'
import {
  type UnusableReport as Report,
  type ReportedPhone,
  reportEverySeconds,
  unusablePhones,
} from '@fleetdeck/contract/unusable-phones'
import { callServer } from './requests.ts'
import type { ServerChoice } from './servers.ts'

export interface UnusableReportSettings {
  servers: Pick<ServerChoice, 'current'>
  key: string
  /** Distinguishes this agent from others with the same key. */
  agent: string
  /** Phones pass through other states while connecting; only lasting ones are reported; ms. */
  settleMs?: number
}

type Reported = Omit<ReportedPhone, 'serial'>

const settleMs = 1500
const answerMs = 5000

/** Reports phones to the server that are plugged in here and cannot be used, so that the console shows them. */
export class UnusableReport {
  readonly #settings: UnusableReportSettings
  #phones = new Map<string, Reported>()
  /** Whether the server may still list a phone of this agent. */
  #isReported = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  /** Reports are sent sequentially, so that the newest arrives last. */
  #sending: Promise<void> = Promise.resolve()

  constructor(settings: UnusableReportSettings) {
    this.#settings = settings
  }

  /** All of them, by adb's name. */
  replace(phones: ReadonlyMap<string, Reported>): void {
    const isKnown = (name: string, { state, deviceId }: Reported) => {
      const known = this.#phones.get(name)
      return known?.state === state && known.deviceId === deviceId
    }
    const isSame = phones.size === this.#phones.size && [...phones].every((entry) => isKnown(...entry))
    if (isSame || this.#isStopped) return
    this.#phones = new Map(phones)
    this.#sendIn(this.#settings.settleMs ?? settleMs)
  }

  /** Withdraws the report; nothing is reported any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#phones.clear()
    await this.#sending
    if (this.#isReported) await this.#send()
    clearTimeout(this.#timer)
  }

  #sendIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#sending = this.#sending.then(() => this.#send()).catch(() => undefined)
    }, ms).unref()
  }

  /** A failed report is repeated with the next one. */
  async #send(): Promise<void> {
    const { servers, key, agent } = this.#settings
    const phones = Array.from(this.#phones, ([serial, phone]) => ({ serial: serial.slice(0, 128), ...phone }))
    if (phones.length === 0 && !this.#isReported) return
    this.#isReported = true
    const report: Report = { key, agent, host: hostname().slice(0, 100), phones: phones.slice(0, 200) }
    const isTaken = await callServer(new URL(unusablePhones.report.path, servers.current), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      signal: AbortSignal.timeout(answerMs),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isTaken && phones.length === 0) this.#isReported = false
    if (this.#isReported && !this.#timer && !this.#isStopped) this.#sendIn(reportEverySeconds * 1000)
  }
}
