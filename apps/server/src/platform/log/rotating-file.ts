import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

export interface LogFile {
  path: string
  /** A file that would become longer is renamed to `path.1`, and the former `path.1` as `path.2`. */
  mostBytes: number
  /** How many files there are at most. */
  files: number
}

/** Appends lines to a file of limited size. Lines that cannot be written, as on a full disk, are lost. */
export class RotatingFile {
  readonly #options: LogFile
  #file: number | undefined
  #bytes = 0

  constructor(options: LogFile) {
    this.#options = options
  }

  write(line: string): void {
    const bytes = Buffer.from(line)
    try {
      if (this.#file === undefined) this.#open()
      else if (this.#bytes + bytes.byteLength > this.#options.mostBytes) this.#rotate()
      this.#bytes += writeSync(this.#file as number, bytes)
    } catch {
      this.close()
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): void {
    this.#file = openSync(this.#options.path, 'a', 0o600)
    this.#bytes = fstatSync(this.#file).size
  }

  #rotate(): void {
    this.close()
    const { path, files } = this.#options
    const nameOf = (age: number) => (age === 0 ? path : `${path}.${age}`)
    for (let age = files - 2; age >= 0; age -= 1)
      try {
        renameSync(nameOf(age), nameOf(age + 1))
      } catch {
        // There are not that many yet.
      }
    this.#open()
  }
}
