import type { Adb, AdbNoneProtocolProcess } from '@yume-chan/adb'
import type { ReadableStream } from '@yume-chan/stream-extra'
import type { AdbTexts } from './texts.ts'

export interface ShellResult {
  stdout: string
  stderr: string
  exitCode: number
}

export interface RunOptions {
  timeoutMs?: number
}

const defaultTimeoutMs = 20_000

/** A command exited with a code other than 0; the message is its output. */
export class ShellFailed extends Error {}
class ShellTimeout extends Error {}

/** The error for a phone that was unplugged during a command. */
export class PhoneDisconnected extends Error {}

/** Quotes any text for the phone's shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The phone's command line. Everything ends when the phone is unplugged or the shell is closed. */
export class AdbShell {
  readonly adb: Adb
  readonly #texts: AdbTexts
  readonly #closing = new AbortController()

  constructor(adb: Adb, texts: AdbTexts) {
    this.adb = adb
    this.#texts = texts
    const abort = () => this.#closing.abort(new PhoneDisconnected(texts.gone))
    adb.disconnected.then(abort, abort)
  }

  get signal(): AbortSignal {
    return this.#closing.signal
  }

  async close(): Promise<void> {
    this.#closing.abort(new PhoneDisconnected(this.#texts.gone))
    await this.adb.close()
  }

  /** Its output; rejects with ShellFailed for an exit code other than 0. */
  async text(line: string, options: RunOptions = {}): Promise<string> {
    const { stdout, stderr, exitCode } = await this.run(line, options)
    if (exitCode !== 0) throw new ShellFailed((stderr || stdout).trim().slice(0, 500) || `exit ${exitCode}`)
    return stdout
  }

  /** Phones before Android 7 have no exit codes: theirs is 0. */
  run(line: string, { timeoutMs = defaultTimeoutMs }: RunOptions = {}): Promise<ShellResult> {
    return this.within(timeoutMs, async (signal) => {
      const { shellProtocol, noneProtocol } = this.adb.subprocess
      if (!shellProtocol?.isSupported) {
        const output = await printed(await noneProtocol.spawn([line], signal))
        return { stdout: decode(output), stderr: '', exitCode: 0 }
      }
      const process = await shellProtocol.spawn([line], signal)
      const [stdout, stderr, exitCode] = await Promise.all([
        collect(process.stdout),
        collect(process.stderr),
        // Without an exit code the connection ended before the command did.
        process.exited.catch(() => Promise.reject(new PhoneDisconnected(this.#texts.gone))),
      ])
      await process.kill()
      return { stdout: decode(stdout), stderr: decode(stderr), exitCode }
    })
  }

  /** The output of a command in bytes. */
  exec(line: string, { timeoutMs = defaultTimeoutMs }: RunOptions = {}): Promise<Buffer> {
    return this.within(timeoutMs, async (signal) => {
      return printed(await this.adb.subprocess.noneProtocol.spawn([line], signal))
    })
  }

  /** A command that runs until it is killed or the phone is gone. */
  async spawn(line: string): Promise<AdbNoneProtocolProcess> {
    this.signal.throwIfAborted()
    return this.adb.subprocess.noneProtocol.spawn([line])
  }

  /** Rejects when the work takes longer or the phone is gone; the work's signal is then aborted. */
  async within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    const timeout = new AbortController()
    const signal = AbortSignal.any([this.signal, timeout.signal])
    const late = this.#texts.timeout.replace('{0}', String(timeoutMs / 1000))
    const timer = setTimeout(() => timeout.abort(new ShellTimeout(late)), timeoutMs)
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    try {
      return await Promise.race([work(signal), ended])
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw isCutOff(error) ? new PhoneDisconnected(this.#texts.gone) : error
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * A stream that ends within an answer, which is noticed before the phone leaves the list; identified by the library's
 * class name.
 */
const isCutOff = (error: unknown) => error instanceof Error && /^ExactReadable ended$/.test(error.message)

function printed(process: AdbNoneProtocolProcess): Promise<Buffer> {
  // It rejects when the phone is gone; the reader of the output also gets the error.
  process.exited.catch(() => undefined)
  return collect(process.output)
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  await eachChunk(stream, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks)
}

export const eachChunk = splitSections<Uint8Array>

export async function splitSections<Item>(
  stream: ReadableStream<Item>,
  take: (item: Item) => void,
): Promise<void> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    take(value)
  }
}

const decode = (bytes: Buffer) => bytes.toString('utf8')
