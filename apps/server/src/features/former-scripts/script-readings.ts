import { buffer } from 'node:stream/consumers'
import type { FormerScript, ScriptReading } from '@fleetdeck/contract/former-scripts'
import { longestReadScript } from '@fleetdeck/contract/former-scripts'
import { NewestEntries } from '../../platform/core/newest-entries.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { readAnyScript } from './read-any-script.ts'
import { unreadable } from './read-script.ts'

/** A stored file never changes. */
interface ScriptFile {
  fileName: string
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

/** Reads the files of scripts, and remembers the outcome of each. */
export class ScriptReadings {
  readonly #files: Pick<FileStore, 'read'>
  readonly #summaries = new NewestEntries<string, Summary>(maxSummaries)

  constructor(files: Pick<FileStore, 'read'>) {
    this.#files = files
  }

  async summaryOf(file: ScriptFile): Promise<Summary> {
    return this.#summaries.get(file.fileName) ?? summaryIn(await this.readingOf(file))
  }

  async readingOf({ fileName, size }: ScriptFile): Promise<ScriptReading> {
    const isLong = size > longestReadScript * longestCharacter
    const part = isLong ? { start: 0, end: firstBytes - 1 } : undefined
    const content = await buffer(this.#files.read({ fileName }, part)).catch((error) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return undefined
    })
    // A restored backup may bring the file back.
    if (!content) return unreadable('missing')
    const reading = isLong
      ? unreadable(content.includes(0) ? 'binary' : 'tooLong')
      : await readAnyScript(content)
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
