import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** A list that the agent's folder remembers; a damaged file counts as empty. */
export class StateFile<Row extends z.ZodType> {
  readonly #path: string
  readonly #rows: z.ZodArray<Row>
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: string, name: string, row: Row) {
    this.#path = path.join(folder, name)
    this.#rows = z.array(row)
  }

  async read(): Promise<z.output<Row>[]> {
    try {
      return this.#rows.parse(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch {
      return []
    }
  }

  /** The file is replaced as a whole. */
  write(rows: readonly z.output<Row>[]): Promise<void> {
    const writing = this.#writing.then(() => this.#replace(JSON.stringify(rows)))
    this.#writing = writing.catch(() => undefined)
    return writing
  }

  async #replace(text: string): Promise<void> {
    await mkdir(path.dirname(this.#path), { recursive: true, mode: 0o700 })
    await writeFile(`${this.#path}.new`, text, { mode: 0o600 })
    await rename(`${this.#path}.new`, this.#path)
  }
}
