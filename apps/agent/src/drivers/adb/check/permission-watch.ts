import type { CheckCode } from '@fleetdeck/contract/check-codes'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { parseProperties } from '../parse/properties.ts'
import { type AdbShell, ShellFailed } from '../shell.ts'
import type { AdbTexts } from '../texts.ts'
import { waysOf } from './judge.ts'
import { NotPermitted } from './not-permitted.ts'
import { inputRefusal, probeInput } from './read-phone.ts'

/** While input is refused and a touch proves nothing, the phone is asked again at this interval at most. */
const askAgainMs = 5000

/** Notices when the phone refuses what it is told to do, and when it does it again. */
export class PermissionWatch {
  readonly #shell: AdbShell
  readonly #texts: AdbTexts
  readonly #found: (finding: CheckFinding) => void
  readonly #refused = new Set<CheckCode>()
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(shell: AdbShell, texts: AdbTexts, found: (finding: CheckFinding) => void) {
    this.#shell = shell
    this.#texts = texts
    this.#found = found
  }

  /** proves: whether the phone has answered, so that success means that it is permitted. */
  async watch(code: CheckCode, work: Promise<void>, { proves }: { proves: boolean }): Promise<void> {
    try {
      await work
    } catch (error) {
      throw await this.#noteFailure(error)
    }
    if (proves) await this.#note(code, false)
    else if (code === 'input' && this.#refused.has(code)) await this.#askAgain()
  }

  /** scrcpy does not answer touches: its output tells that the phone refuses them. */
  refused(code: CheckCode): Promise<void> {
    return this.#note(code, true)
  }

  /** A new check; what was refused and does not work yet still has to be mended. */
  compare(findings: CheckFinding[]): CheckFinding[] {
    return findings.map((finding) => {
      if (finding.level === 'works') this.#refused.delete(finding.code)
      else if (finding.code === 'input') this.#refused.add('input')
      return this.#refused.has(finding.code) ? { ...finding, level: 'mustBeMended' } : finding
    })
  }

  async #noteFailure(error: unknown): Promise<unknown> {
    if (error instanceof NotPermitted) await this.#note(error.code, true)
    if (!(error instanceof ShellFailed) || !inputRefusal.test(error.message)) return error
    await this.#note('input', true)
    return new NotPermitted('input', this.#texts.inputRefused)
  }

  async #askAgain(): Promise<void> {
    if (performance.now() - this.#askedAt < askAgainMs) return
    this.#askedAt = performance.now()
    const probe = await probeInput(this.#shell)
    if (probe) await this.#note('input', probe.isRefused)
  }

  async #note(code: CheckCode, isRefused: boolean): Promise<void> {
    if (isRefused === this.#refused.has(code)) return
    if (isRefused) this.#refused.add(code)
    else this.#refused.delete(code)
    if (!isRefused) return this.#found({ code, level: 'works', values: {} })
    const properties = parseProperties((await this.#shell.run('getprop')).stdout)
    const way = waysOf(properties).get(code)?.id
    this.#found({ code, level: 'mustBeMended', ...(way && { way }), values: {} })
  }
}
