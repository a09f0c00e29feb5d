/** Where a command writes: results to standard output, everything else to standard error. */
export class Output {
  readonly #isJson: boolean

  constructor(isJson: boolean) {
    this.#isJson = isJson
    // The reader of a pipe, such as head, may have enough.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
  }

  /** The result of a command: one document, or its text for people. */
  result(document: unknown, text: () => string): void {
    const shown = this.#isJson ? JSON.stringify(document, undefined, 2) : printable(text())
    if (shown) process.stdout.write(`${shown}\n`)
  }

  /** One of many that follow: one line of JSON each. */
  entry(document: unknown, text: string): void {
    process.stdout.write(`${this.#isJson ? JSON.stringify(document) : printable(text)}\n`)
  }

  /** Progress for people. */
  note(text: string): void {
    if (!this.#isJson) this.prompt(text)
  }

  /** For people, also when a program reads the result. */
  prompt(text: string): void {
    process.stderr.write(`${printable(text)}\n`)
  }

  error(message: string, exitCode: number): void {
    const document = JSON.stringify({ error: { exitCode, message } })
    process.stderr.write(`${this.#isJson ? document : `fleetdeck: ${printable(message)}`}\n`)
  }
}

/** Chinese characters and full-width marks are two columns wide. */
const widthOf = (text: string) => text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0)

/** Control characters of names and logs could change the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
export const printable = (text: string): string => text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '�')

/** Columns with their titles; empty cells show a dash. */
export function table(titles: readonly string[], rows: readonly (readonly (string | number | null)[])[]) {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '').replaceAll('\n', ' ') || '–'))
  const lines = [titles, ...texts]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  const padded = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n')
}

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
