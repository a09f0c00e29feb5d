import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ConnectionCutOff, type ServiceOutput } from '../drivers/adb/service-output.ts'
import type { ScreenFrame, ScreenSize } from '../drivers/device-driver.ts'
import { errorMessage } from '../notice.ts'
import { Frame, type FrameFacts, type FrameHolder } from './frame.ts'
import { freeMemory } from './held-frame.ts'
import { toValue } from './look-messages.ts'
import type {
  FromProcess,
  KeptFrame,
  Pools,
  ProcessRequest,
  ProcessResult,
  ToProcess,
} from './process-messages.ts'
import { LookRefused } from './refusals.ts'
import type { VideoPart } from './video-looks.ts'

const minuteMs = 60_000

interface Options {
  /** A process without frames and requests ends after so long. */
  idleMs: number
  /** A process that owes answers and gives none for so long is ended: each look and capture has a shorter limit. */
  silentMs: number
}

interface Request {
  resolve: (result: ProcessResult) => void
  reject: (error: Error) => void
}

/** The process that keeps frames and looks at them; it starts when it is needed. */
export class LookProcess {
  readonly #options: Options
  readonly #numbers = new WeakMap<object, number>()
  #present: RunningProcess | undefined
  #phones = 0
  #frames = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Undefined while none runs. */
  get pid(): number | undefined {
    return this.#present?.pid
  }

  /** A frame whose bytes are here; their memory is freed. */
  async keep(frame: ScreenFrame, at: number): Promise<Frame> {
    const kept = await this.#hold((id) => ({ frame: id, keep: frame }), { video: undefined, at })
    freeMemory('png' in frame ? frame.png : frame.rgba)
    if (!kept) throw new Error('the frame was not kept')
    return kept
  }

  /** A PNG that the process reads itself; undefined if the output contains none. */
  capture(output: ServiceOutput, at: number, signal: AbortSignal): Promise<Frame | undefined> {
    return this.#hold((id) => ({ frame: id, capture: output }), { video: undefined, at }, signal)
  }

  /** A frame of a video; undefined if it cannot be decoded from this part of it. */
  decode(
    phone: object,
    part: VideoPart,
    { width, height, at }: ScreenSize & { at: number },
  ): Promise<Frame | undefined> {
    const decode = { decode: part, screen: { width, height }, phone: this.#numberOf(phone) }
    return this.#hold((id) => ({ frame: id, ...decode }), { video: part.format, at })
  }

  async look<Pool extends keyof Pools, Name extends keyof Pools[Pool] & string>(
    pool: Pool,
    phone: object,
    [look, ...frames]: [Name, ...Frame[]],
    args: ArgumentsOf<Pools[Pool][Name]>,
  ): Promise<ResultOf<Pools[Pool][Name]>> {
    if (frames.some(({ isLost }) => isLost)) throw new LookRefused('lookCrashed', 'frame lost')
    const ids = frames.map(({ id }) => id)
    const request = { look, pool, phone: this.#numberOf(phone), frames: ids, args }
    return (await this.#running().ask(request)) as ResultOf<Pools[Pool][Name]>
  }

  async #hold(
    request: (id: number) => ProcessRequest,
    facts: Pick<FrameFacts, 'video' | 'at'>,
    signal?: AbortSignal,
  ): Promise<Frame | undefined> {
    this.#frames += 1
    const id = this.#frames
    const process = this.#running()
    const kept = (await process.ask(request(id), signal)) as KeptFrame
    return kept && new Frame(process, { id, ...kept, ...facts })
  }

  #numberOf(phone: object): number {
    const known = this.#numbers.get(phone)
    if (known !== undefined) return known
    this.#numbers.set(phone, this.#phones)
    this.#phones += 1
    return this.#phones - 1
  }

  #running(): RunningProcess {
    this.#present ??= new RunningProcess(this.#options, (ended) => {
      if (this.#present === ended) this.#present = undefined
    })
    return this.#present
  }
}

type ArgumentsOf<Look> = Look extends (screens: never, args: infer Args) => unknown ? Args : never
type ResultOf<Look> = Look extends (...args: never) => infer Result ? Awaited<Result> : never

class RunningProcess implements FrameHolder {
  readonly #child: ChildProcess
  readonly #options: Options
  readonly #ended: (process: RunningProcess) => void
  readonly #requests = new Map<number, Request>()
  readonly #frames = new Set<number>()
  #lastRequest = 0
  #idle: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined

  constructor(options: Options, ended: (process: RunningProcess) => void) {
    this.#options = options
    this.#ended = ended
    this.#child = fork(fileURLToPath(new URL('./vision-process.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: [],
      env: {},
    })
    this.#child.on('message', ({ id, result }: FromProcess) => this.#answered(id, result))
    this.#child.on('error', (error) => this.#crash(errorMessage(error)))
    this.#child.on('exit', (code, signal) => this.#crash(`exit ${code ?? signal}`))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  holds(id: number): boolean {
    return this.#frames.has(id)
  }

  fit(id: number, screen: ScreenSize): void {
    this.#send({ fit: id, screen })
  }

  free(id: number): void {
    if (!this.#frames.delete(id)) return
    this.#send({ free: id })
    this.#rest()
  }

  async ask(request: ProcessRequest, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted()
    this.#lastRequest += 1
    const id = this.#lastRequest
    const { promise, resolve, reject } = Promise.withResolvers<ProcessResult>()
    if (this.#requests.size === 0) this.#watchSilence()
    this.#requests.set(id, { resolve, reject })
    const stop = () => this.#send({ stop: id })
    signal?.addEventListener('abort', stop, { once: true })
    this.#work()
    this.#send({ id, request })
    try {
      const value = read(await promise)
      const isKept = 'frame' in request && value !== undefined
      if (isKept) this.#frames.add(request.frame)
      if (isKept && signal?.aborted) this.free(request.frame)
      signal?.throwIfAborted()
      return value
    } finally {
      signal?.removeEventListener('abort', stop)
      this.#rest()
    }
  }

  #answered(id: number, result: ProcessResult): void {
    const request = this.#requests.get(id)
    if (!request) return
    this.#requests.delete(id)
    request.resolve(result)
    this.#watchSilence()
  }

  #watchSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#exceed(), this.#options.silentMs)
  }

  #send(message: ToProcess): void {
    // Its end is reported by the exit.
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #exceed(): void {
    this.#lose(new LookRefused('lookTimeout', String(this.#options.silentMs / 1000)))
    this.#child.kill('SIGKILL')
  }

  #crash(reason: string): void {
    this.#lose(new LookRefused('lookCrashed', reason))
  }

  #lose(error: LookRefused): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#silence)
    this.#ended(this)
    this.#frames.clear()
    for (const { reject } of this.#requests.values()) reject(error)
    this.#requests.clear()
  }

  /** The agent waits for it. */
  #work(): void {
    clearTimeout(this.#idle)
    this.#child.ref()
    this.#child.channel?.ref()
  }

  #rest(): void {
    if (this.#requests.size > 0) return
    clearTimeout(this.#silence)
    this.#child.unref()
    this.#child.channel?.unref()
    clearTimeout(this.#idle)
    if (this.#frames.size > 0 || !this.#child.connected) return
    this.#idle = setTimeout(() => {
      this.#ended(this)
      this.#child.kill('SIGKILL')
    }, this.#options.idleMs).unref()
  }
}

function read(result: ProcessResult): unknown {
  if ('cutOff' in result) throw new ConnectionCutOff()
  return 'noScreen' in result ? undefined : toValue(result)
}

export const lookProcess = new LookProcess({ idleMs: 3 * minuteMs, silentMs: 2 * minuteMs })
