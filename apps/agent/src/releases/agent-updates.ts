import { resolve } from 'node:path'
import type { AgentUpdate } from '@fleetdeck/contract/computer-socket'
import { say } from '@fleetdeck/i18n/terminal'
import { ActionRefused } from '../computer/computer-actions.ts'
import { errorMessage, type Notice } from '../notice.ts'
import type { ServerChoice } from '../servers.ts'
import { checkAgentPackage } from '../signed-scripts.ts'
import type { TokenFile } from '../token-file.ts'
import { version } from '../version.ts'
import { cleanReleases, prepareRelease, UpdateRefused } from './prepare-release.ts'
import { runningRelease } from './release-environment.ts'
import { fingerprintOf, type Release, readReleaseState, writeReleaseState } from './release-state.ts'
import { tryRelease } from './try-release.ts'

/** Stops phones and console, does the work, and starts the agent again. */
export type Restart = (work?: () => Promise<void>) => void

export interface UpdateSettings {
  stateDir: string
  servers: ServerChoice
  /** Of the computer. */
  token: string
  /** Path of this program, and its arguments. */
  main: string
  words: readonly string[]
  /** Undefined where the system cannot; then there are no updates. */
  restart: Restart | undefined
  working: () => number
  /** Pinned keys and authors. */
  tokens: Pick<TokenFile, 'signerOf' | 'requiresAuthors'>
  notice: Notice
  trialMs?: number
}

/**
 * Updates of the agent by the console. A new version is prepared while the phones stay connected, then it runs on trial
 * under this program, and only one that proves itself takes its place.
 */
export class AgentUpdates {
  readonly #settings: UpdateSettings
  readonly #installedMain: string
  readonly #isOnTrial: boolean
  /** SHA-256 of the release that runs; null: the agent as it was installed. */
  readonly release: string | null
  #update: AgentUpdate | null

  constructor(settings: UpdateSettings) {
    this.#settings = settings
    const running = runningRelease()
    this.#installedMain = running?.installedMain ?? resolve(settings.main)
    this.release = running?.sha256 ?? null
    this.#isOnTrial = running?.isOnTrial ?? false
    const failed = readReleaseState(settings.stateDir)?.failed
    this.#update = failed ? { ...failed, state: 'failed' } : null
    if (this.#isOnTrial && this.release)
      this.#update = { version, sha256: this.release, state: 'trial', words: '' }
  }

  get update(): AgentUpdate | null {
    return this.#update
  }

  /** Not where authors are required: with another agent, the owner of the server could leave them out. */
  get canUpdate(): boolean {
    const { restart, tokens, servers } = this.#settings
    return restart !== undefined && !this.#isOnTrial && !tokens.requiresAuthors(servers.home)
  }

  get canRevert(): boolean {
    return this.#settings.restart !== undefined && !this.#isOnTrial && this.release !== null
  }

  /** Goes on in the background: `update` tells how far it is. Throws ActionRefused. */
  begin({ sha256, signature }: { sha256: string; signature?: string | undefined }): void {
    if (!this.canUpdate) throw new ActionRefused('unsupported')
    if (this.#update?.state === 'preparing') throw new ActionRefused('busy')
    this.#checkSignature({ sha256, signature })
    if (sha256 === this.release) throw new ActionRefused('failed', `${version} ${sha256.slice(0, 8)}`)
    this.#update = { version: '', sha256, state: 'preparing', words: '' }
    this.#replace(sha256).catch((error: unknown) => this.#failed({ version: '', sha256 }, error))
  }

  #checkSignature(order: { sha256: string; signature: string | undefined }): void {
    const { tokens, servers } = this.#settings
    try {
      checkAgentPackage(tokens.signerOf(servers.home), order)
    } catch {
      throw new ActionRefused('notPermitted', 'signature')
    }
  }

  /** The next start is that of the agent as it was installed. */
  revert(): void {
    if (!this.canRevert) throw new ActionRefused('unsupported')
    this.#write(null)
  }

  async #replace(sha256: string): Promise<void> {
    const { stateDir, working, restart, words, trialMs, notice } = this.#settings
    await cleanReleases(stateDir, readReleaseState(stateDir)?.release ?? undefined)
    const release = await prepareRelease({ ...this.#settings, installedMain: this.#installedMain }, sha256)
    notice('info', say('agent.updateTrial', { version: release.version }))
    const trial = {
      ...{ stateDir, words, installedMain: this.#installedMain, workedBefore: working() },
      ...(trialMs && { limitMs: trialMs }),
    }
    restart?.(async () => {
      try {
        await tryRelease(trial, release)
        this.#write(release)
      } catch (error) {
        this.#failed(release, error)
      }
    })
  }

  #write(release: Release | null): void {
    const installed = fingerprintOf(this.#installedMain)
    writeReleaseState(this.#settings.stateDir, { installed, release, failed: null })
  }

  /** The version that runs now stays. */
  #failed(release: Release, error: unknown): void {
    const { stateDir, notice } = this.#settings
    const failure = error instanceof UpdateRefused ? error.failure : 'other'
    const words = errorMessage(error).slice(0, 300)
    this.#update = { ...release, state: 'failed', failure, words }
    const named = release.version || release.sha256.slice(0, 8)
    notice('error', say('agent.updateFailed', { version: named, reason: words || failure }))
    try {
      const state = readReleaseState(stateDir)
      writeReleaseState(stateDir, {
        installed: state?.installed ?? fingerprintOf(this.#installedMain),
        release: this.release ? (state?.release ?? null) : null,
        failed: { ...release, failure, words },
      })
    } catch (failed) {
      // It is in the reports until the agent starts again.
      notice('error', errorMessage(failed))
    }
  }
}
