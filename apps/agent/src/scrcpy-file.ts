import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type OfferedScrcpy, scrcpyServerFile } from '@fleetdeck/contract/scrcpy-server'
import { say } from '@fleetdeck/i18n/terminal'
import { fetchBySha256, sha256Of } from './download.ts'
import { inBackground } from './in-background.ts'
import { type Notice, reasonOf } from './notice.ts'
import type { ServerChoice } from './servers.ts'

const defaultRetryMs = 60_000
/** A partial file this old belongs to no download of another process. */
const abandonedMs = 3_600_000
const isPart = (name: string) => name.endsWith('.part')

/** The console that offers a file, and the headers by which one of its phones gets it. */
export interface ScrcpySource {
  servers: Pick<ServerChoice, 'current'>
  headersFor: (address: URL) => Record<string, string>
}

export interface ScrcpyFileSettings {
  /** Path on the command line, which is used whatever the console offers. */
  own?: string | undefined
  stateDir: string
  notice: Notice
  /** After a failed download; ms. */
  retryMs?: number
}

/**
 * scrcpy's server file for all phones of a process: the one of the command line, else the one that the console offers.
 * That one is downloaded once, stored under its SHA-256, and checked against it also when it is already there.
 */
export class ScrcpyFile {
  readonly #own: string | undefined
  readonly #folder: string
  readonly #notice: Notice
  readonly #retryMs: number
  readonly #listeners = new Set<(file: string | undefined) => void>()
  #offer: OfferedScrcpy | undefined
  #work: Promise<void> = Promise.resolve()
  #retry: NodeJS.Timeout | undefined
  #used: { file: string; label: string } | undefined

  constructor({ own, stateDir, notice, retryMs = defaultRetryMs }: ScrcpyFileSettings) {
    this.#own = own
    this.#retryMs = retryMs
    this.#folder = path.join(stateDir, 'scrcpy')
    this.#notice = notice
    if (own === undefined) return
    this.#used = { file: own, label: own }
    notice('info', say('agent.scrcpyOwn', { file: own }))
  }

  /** Undefined: Android's own commands are used. */
  get file(): string | undefined {
    return this.#used?.file
  }

  /** The version that the console names, else the beginning of the SHA-256; of the command line, the path. */
  get label(): string {
    return this.#used?.label ?? ''
  }

  /** Called with each change of the file; returns the function that ends it. */
  follow(listener: (file: string | undefined) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The console offers this file, or none. Resolves when it is in use, or could not be had: that is a notice, and tried
   * again later.
   */
  async take(offer: OfferedScrcpy | undefined, source: ScrcpySource): Promise<void> {
    if (this.#own !== undefined) return
    if (offer?.sha256 !== this.#offer?.sha256) {
      clearTimeout(this.#retry)
      this.#offer = offer
      this.#work = this.#work.then(() => this.#apply(offer, source))
    }
    return this.#work
  }

  /** Resolves when no download is under way. */
  async close(): Promise<void> {
    clearTimeout(this.#retry)
    this.#listeners.clear()
    await this.#work
    clearTimeout(this.#retry)
  }

  async #apply(offer: OfferedScrcpy | undefined, source: ScrcpySource): Promise<void> {
    if (offer !== this.#offer) return
    try {
      if (offer) await this.#use(offer, source)
      else if (this.#used) this.#change(undefined)
      await this.#clean(offer?.sha256)
    } catch (error) {
      this.#notice('warn', say('agent.scrcpyFailed', { reason: reasonOf(error) }))
      if (offer !== this.#offer) return
      this.#offer = undefined
      this.#retry = setTimeout(() => {
        inBackground(this.take(offer, source), this.#notice, 'agent.scrcpyRetryFailed')
      }, this.#retryMs).unref()
    }
  }

  async #use(offer: OfferedScrcpy, source: ScrcpySource): Promise<void> {
    const { sha256, version } = offer
    const file = path.join(this.#folder, sha256)
    if ((await sha256Of(file)) !== sha256) await this.#fetch(file, offer, source)
    this.#change({ file, label: version || sha256.slice(0, 8) })
  }

  /** Another process of this folder may do the same: each writes a file of its own and renames it. */
  async #fetch(file: string, { sha256, size }: OfferedScrcpy, { servers, headersFor }: ScrcpySource) {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const part = `${file}.${process.pid}.part`
    try {
      const address = new URL(scrcpyServerFile.path.replace(':sha256', sha256), servers.current)
      await fetchBySha256(part, address, { sha256, headersFor, servers, limitBytes: size })
      await rename(part, file)
    } finally {
      await rm(part, { force: true })
    }
  }

  #change(used: { file: string; label: string } | undefined): void {
    this.#used = used
    this.#notice(
      'info',
      used ? say('agent.scrcpyGiven', { version: used.label }) : say('agent.scrcpyRemoved'),
    )
    for (const listener of this.#listeners) listener(used?.file)
  }

  /** Files of earlier offers. */
  async #clean(current: string | undefined): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name)
      if (name === current || (isPart(name) && !(await isAbandoned(file)))) continue
      await rm(file, { force: true })
    }
  }
}

const isAbandoned = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > abandonedMs,
    () => false,
  )
