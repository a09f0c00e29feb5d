import type { CheckCode } from '@fleetdeck/contract/check-codes'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { inBackground } from '../in-background.ts'
import type { Notice } from '../notice.ts'
import type { Uplink } from '../uplink.ts'

/** A result this old is not sent again: the phone is checked again. */
const oldMs = 3_600_000

export interface CheckDeps {
  driver: DeviceDriver
  uplink: Uplink
  notice: Notice
  /** By the site's clock. */
  siteMs: () => number
}

/** Checks the phone when it is connected and on request, and reports what is found out in between. */
export class PhoneChecker {
  readonly #deps: CheckDeps
  #found = new Map<CheckCode, CheckFinding>()
  /** By performance.now(); undefined before the first check. */
  #checkedAt: number | undefined
  #running: Promise<void> | undefined

  constructor(deps: CheckDeps) {
    this.#deps = deps
  }

  /** The server knows nothing about the phone yet. */
  connected(): void {
    const isNew = this.#checkedAt !== undefined && performance.now() - this.#checkedAt < oldMs
    if (isNew) this.#send()
    else this.start()
  }

  /** A check that runs already answers this request, too. */
  start(): void {
    const { driver, notice } = this.#deps
    if (!driver.check || this.#running) return
    this.#running = this.#run(() => driver.check?.() ?? Promise.resolve([])).finally(() => {
      this.#running = undefined
    })
    inBackground(this.#running, notice, 'agent.checkFailed')
  }

  /** Found out while the phone was used. */
  take(finding: CheckFinding): void {
    this.#found.set(finding.code, finding)
    this.#checkedAt ??= performance.now()
    this.#send()
  }

  async #run(check: () => Promise<CheckFinding[]>): Promise<void> {
    const findings = await check()
    this.#found = new Map(findings.map((finding) => [finding.code, finding]))
    this.#checkedAt = performance.now()
    this.#send()
  }

  #send(): void {
    const { uplink, siteMs } = this.#deps
    const ageMs = performance.now() - (this.#checkedAt ?? performance.now())
    uplink.send({ action: 'check', at: Math.round(siteMs() - ageMs), findings: [...this.#found.values()] })
  }
}
