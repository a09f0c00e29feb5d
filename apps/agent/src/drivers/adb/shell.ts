import type { Adb, AdbNoneProtocolProcess } from '@yume-chan/adb'
import type { ReadableStream } from '@yume-chan/stream-extra'
import { BoundedOutput } from './bounded-output.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { ServerTransport } from './server-transport.ts'
import { ConnectionCutOff, mostOutputBytes, type OutputReader, type ServiceOutput } from './service-output.ts'
import type { AdbTexts } from './texts.ts'

export interface ShellResult {
  stdout: string
  stderr: string
  exitCode: number
  /** The middle of an output was omitted. */
  isCut: boolean
}

export interface RunOptions {
  timeoutMs?: number
  /** Of each output; the middle of a longer one is omitted. */
  mostBytes?: number
}

const megabyte = 1024 * 1024
const defaultMostBytes = megabyte

const defaultTimeoutMs = 20_000
/** Commands in a row that a phone leaves unanswered before it counts as hanging. */
const mostUnanswered = 3

/** A command exited with a code other than 0; the message is its output. */
export class ShellFailed extends Error {}
export class ShellTimeout extends Error {}

/** The error for a phone that was unplugged during a command. */
export class PhoneDisconnected extends Error {}

/** The phone is there, and answers no command any more. */
export class PhoneHangs extends PhoneDisconnected {}

export interface ShellOptions {
  /** Called when work on the phone begins and ends. */
  working?: (isWorking: boolean) => void
  /** For commands without a time of their own. */
  commandMs?: number | undefined
}

/** Quotes any text for the phone's shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The phone's command line. Everything ends when the phone is unplugged, hangs, or the shell is closed. */
export class AdbShell {
  readonly adb: Adb
  readonly #texts: AdbTexts
  readonly #working: (isWorking: boolean) => void
  readonly #commandMs: number
  readonly #closing = new AbortController()
  #unanswered = 0
  /** Running commands that may take longer than others, such as an installation, which keeps a weak phone busy. */
  #long = 0

  constructor(
    adb: Adb,
    texts: AdbTexts,
    { working = () => {}, commandMs = defaultTimeoutMs }: ShellOptions = {},
  ) {
    this.adb = adb
    this.#texts = texts
    this.#working = working
    this.#commandMs = commandMs
    const abort = () => this.#closing.abort(new PhoneDisconnected(texts.gone))
    adb.disconnected.then(abort, abort)
  }

  get signal(): AbortSignal {
    return this.#closing.signal
  }

  get goneText(): string {
    return this.#texts.gone
  }

  async close(): Promise<void> {
    this.#closing.abort(new PhoneDisconnected(this.#texts.gone))
    await this.adb.close()
  }

  /** Its whole output; rejects with ShellFailed for an exit code other than 0, and ends it when there is too much. */
  async text(line: string, { mostBytes = defaultMostBytes, ...options }: RunOptions = {}): Promise<string> {
    const { stdout, stderr, exitCode } = await this.#run(line, {
      ...options,
      mostBytes,
      endsAtBytes: mostBytes,
    })
    if (exitCode !== 0) throw new ShellFailed((stderr || stdout).trim().slice(0, 500) || `exit ${exitCode}`)
    return stdout
  }

  /** Phones before Android 7 have no exit codes: theirs is 0. Ended when its output is endless. */
  run(line: string, { mostBytes = defaultMostBytes, ...options }: RunOptions = {}): Promise<ShellResult> {
    return this.#run(line, { ...options, mostBytes, endsAtBytes: Math.max(mostBytes, mostOutputBytes) })
  }

  #run(
    line: string,
    {
      timeoutMs = this.#commandMs,
      mostBytes,
      endsAtBytes,
    }: { timeoutMs?: number; mostBytes: number; endsAtBytes: number },
  ): Promise<ShellResult> {
    const read = (stream: ReadableStream<Uint8Array>) =>
      bounded(stream, { mostBytes, endsAtBytes, tooLong: () => this.#tooLong(endsAtBytes) })
    return this.within(timeoutMs, async (signal) => {
      const { shellProtocol } = this.adb.subprocess
      const process = shellProtocol?.isSupported
        ? await shellProtocol.spawn([line], signal)
        : await this.#start(line, signal)
      try {
        if (!('stdout' in process))
          return { ...this.#toResult(await read(process.output), new BoundedOutput(0)), exitCode: 0 }
        const [stdout, stderr, exitCode] = await Promise.all([
          read(process.stdout),
          read(process.stderr),
          // Without an exit code the connection ended before the command did.
          process.exited.catch(() => Promise.reject(new PhoneDisconnected(this.#texts.gone))),
        ])
        return { ...this.#toResult(stdout, stderr), exitCode }
      } finally {
        await Promise.resolve(process.kill()).catch(() => undefined)
      }
    })
  }

  /** The output of a command in bytes; rejects, and ends the command, when there are too many. */
  exec(
    line: string,
    { timeoutMs = this.#commandMs, mostBytes = mostOutputBytes }: RunOptions = {},
  ): Promise<Buffer> {
    return this.within(timeoutMs, async (signal) => {
      const output = new GrowingBytes(mostBytes)
      const take = (chunk: Uint8Array) => {
        if (!output.push(chunk)) throw this.#tooLong(mostBytes)
      }
      const { transport } = this.adb
      if (transport instanceof ServerTransport) await transport.read(`exec:${line}`, { take, signal })
      else await this.#readAll(line, { take, signal })
      return output.take()
    })
  }

  /** As exec, by a reader that needs no bytes here; undefined for a phone without an adb server. */
  execBy<Result>(
    line: string,
    read: (output: ServiceOutput, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> | undefined {
    const { transport } = this.adb
    if (!(transport instanceof ServerTransport)) return undefined
    return this.within(this.#commandMs, (signal) => read(transport.output(`exec:${line}`), signal))
  }

  async #readAll(line: string, { take, signal }: OutputReader): Promise<void> {
    const process = await this.#start(line, signal)
    try {
      await eachChunk(process.output, take)
    } catch (error) {
      await Promise.resolve(process.kill()).catch(() => undefined)
      throw error
    }
  }

  async #start(line: string, signal: AbortSignal): Promise<AdbNoneProtocolProcess> {
    const process = await this.adb.subprocess.noneProtocol.spawn([line], signal)
    // It rejects when the phone has disconnected; the reader of the output also gets the error.
    process.exited.catch(() => undefined)
    return process
  }

  #tooLong(mostBytes: number): Error {
    return new Error(this.#texts.outputTooLong.replace('{0}', String(mostBytes / megabyte)))
  }

  #toResult(stdout: BoundedOutput, stderr: BoundedOutput): Omit<ShellResult, 'exitCode'> {
    const cut = (total: number, omitted: number) =>
      this.#texts.outputCut.replace('{0}', String(total)).replace('{1}', String(omitted))
    const isCut = stdout.omittedBytes + stderr.omittedBytes > 0
    return { stdout: stdout.text(cut), stderr: stderr.text(cut), isCut }
  }

  /** A command that runs until it is killed or the phone disconnects. */
  async spawn(line: string): Promise<AdbNoneProtocolProcess> {
    this.signal.throwIfAborted()
    return this.adb.subprocess.noneProtocol.spawn([line])
  }

  /** One slow command among others that are answered is no sign. */
  #countUnanswered(): void {
    if (this.#long > 0) return
    this.#unanswered++
    if (this.#unanswered < mostUnanswered || this.signal.aborted) return
    this.#closing.abort(new PhoneHangs(this.#texts.hangs))
    Promise.resolve(this.adb.close()).catch(() => undefined)
  }

  /** Rejects when the work takes longer or the phone disconnects; the work's signal is then aborted. */
  async within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    const timeout = new AbortController()
    const signal = AbortSignal.any([this.signal, timeout.signal])
    const late = this.#texts.timeout.replace('{0}', String(timeoutMs / 1000))
    const timer = setTimeout(() => timeout.abort(new ShellTimeout(late)), timeoutMs)
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    const isLong = timeoutMs > this.#commandMs
    if (isLong) this.#long++
    this.#working(true)
    try {
      const result = await Promise.race([work(signal), ended])
      this.#unanswered = 0
      return result
    } catch (error) {
      if (timeout.signal.aborted) this.#countUnanswered()
      else this.#unanswered = 0
      if (signal.aborted) throw signal.reason
      throw isCutOff(error) ? new PhoneDisconnected(this.#texts.gone) : error
    } finally {
      clearTimeout(timer)
      if (isLong) this.#long--
      this.#working(false)
    }
  }
}

/**
 * A stream that ends within an answer, which is noticed before the phone leaves the list; identified by the library's
 * class name.
 */
const isCutOff = (error: unknown) =>
  error instanceof ConnectionCutOff || (error instanceof Error && /^ExactReadable ended$/.test(error.message))

/** Reads all of it, so that the command runs to its end, unless that would never come. */
async function bounded(
  stream: ReadableStream<Uint8Array>,
  { mostBytes, endsAtBytes, tooLong }: { mostBytes: number; endsAtBytes: number; tooLong: () => Error },
): Promise<BoundedOutput> {
  const output = new BoundedOutput(mostBytes)
  let bytes = 0
  await eachChunk(stream, (chunk) => {
    bytes += chunk.byteLength
    if (bytes > endsAtBytes) throw tooLong()
    output.push(chunk)
  })
  return output
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
