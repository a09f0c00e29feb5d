import { setTimeout as pause } from 'node:timers/promises'
import type { FormerScript, ScriptReading } from '@fleetdeck/contract/former-scripts'
import { longestReadScript } from '@fleetdeck/contract/former-scripts'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../platform/core/app-error.ts'
import { NewestEntries } from '../../platform/core/newest-entries.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { readAnyScript, readApart } from './read-any-script.ts'
import { type ScriptContent, unreadable } from './read-script.ts'

/** A stored file never changes. */
interface ScriptFile {
  fileName: string
  /** Its ending tells the language. */
  originalName: string
  /** Bytes. */
  size: number
}

/** The outcome of a reading, as lists show it. */
export type Summary = Pick<FormerScript, 'verdict' | 'unknown' | 'different' | 'known'>

/** Summaries in memory; a file without one is read again. */
const maxSummaries = 20_000
/** Bytes of a character in UTF-8. */
const longestCharacter = 4
const firstBytes = 4096

/** Bytes of scripts that are read together. */
const togetherBytes = 1_000_000

/** Reads the files of scripts, and remembers the outcome of each. */
export class ScriptReadings {
  readonly #files: Pick<FileStore, 'read'>
  readonly #log: FastifyBaseLogger
  readonly #summaries = new NewestEntries<string, Summary>(maxSummaries)
  readonly #stop = new AbortController()
  #work: Promise<void> | undefined

  constructor({ files, log }: { files: Pick<FileStore, 'read'>; log: FastifyBaseLogger }) {
    this.#files = files
    this.#log = log
  }

  /** Undefined for a file that has not been read. */
  known({ fileName }: ScriptFile): Summary | undefined {
    return this.#summaries.get(fileName)
  }

  async summaryOf(file: ScriptFile): Promise<Summary> {
    return this.known(file) ?? summaryIn(await this.readingOf(file))
  }

  async readingOf(file: ScriptFile): Promise<ScriptReading> {
    const opened = await this.#open(file)
    return this.#remember(file, 'bytes' in opened ? await readAnyScript(opened) : opened)
  }

  /** Reads files in a process of their own, and goes on after `waitMs`. Returns how many are not read yet. */
  async readWithin(files: readonly ScriptFile[], waitMs: number): Promise<number> {
    const unread = () => files.filter((file) => !this.known(file))
    const rest = unread()
    if (rest.length === 0) return 0
    this.#work ??= this.#readAll(rest)
      .catch((error) => this.#log.warn({ err: error }, 'could not check scripts'))
      .finally(() => {
        this.#work = undefined
      })
    await Promise.race([this.#work, pause(waitMs)])
    return unread().length
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#work
  }

  async #readAll(files: readonly ScriptFile[]): Promise<void> {
    let chunk: { file: ScriptFile; content: ScriptContent }[] = []
    let bytes = 0
    for (const file of files) {
      const opened = await this.#open(file)
      if (!('bytes' in opened)) {
        this.#remember(file, opened)
        continue
      }
      chunk.push({ file, content: opened })
      bytes += opened.bytes.length
      if (bytes < togetherBytes) continue
      await this.#readTogether(chunk)
      chunk = []
      bytes = 0
    }
    if (chunk.length) await this.#readTogether(chunk)
  }

  async #readTogether(chunk: { file: ScriptFile; content: ScriptContent }[]): Promise<void> {
    if (this.#stop.signal.aborted) return
    const readings = await readApart(
      chunk.map(({ content }) => content),
      this.#stop.signal,
    )
    for (const [place, { file, content }] of chunk.entries())
      this.#remember(file, readings[place] ?? (await readAnyScript(content)))
  }

  /** The content, or why it cannot be read. */
  async #open({ fileName, originalName, size }: ScriptFile): Promise<ScriptContent | ScriptReading> {
    const isLong = size > longestReadScript * longestCharacter
    const part = isLong ? { start: 0, end: firstBytes - 1 } : undefined
    const bytes = await this.#files.read({ fileName, originalName }, part).catch((error) => {
      if (!(error instanceof AppError)) throw error
      return undefined
    })
    if (!bytes) return unreadable('missing')
    return isLong
      ? unreadable(bytes.includes(0) ? 'binary' : 'tooLong')
      : { bytes, language: languageOfFile(originalName) }
  }

  #remember({ fileName }: ScriptFile, reading: ScriptReading): ScriptReading {
    this.#summaries.set(fileName, summaryIn(reading))
    return reading
  }
}

export function summaryIn({ verdict, findings }: ScriptReading): Summary {
  const namesOf = (...kinds: string[]) =>
    new Set(findings.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)).size
  return {
    verdict,
    unknown: namesOf('unknown'),
    different: namesOf('different', 'unclear'),
    known: namesOf('known'),
  }
}
