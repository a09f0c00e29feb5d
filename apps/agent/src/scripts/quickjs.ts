import load from '@jitl/quickjs-wasmfile-release-sync/emscripten-module'
import { QuickJSFFI as FFI } from '@jitl/quickjs-wasmfile-release-sync/ffi'
import { pollImport, roundsExport } from './engine-program.ts'
import { mostRounds } from './polling-code.ts'
import { trackRejections } from './rejections.ts'
import { Instance, promising, RealmPromise, Suspending, type Turn, type Turns } from './turns.ts'

type Engine = Awaited<ReturnType<typeof load>>
type Ffi = InstanceType<typeof FFI>
type ContextPointer = ReturnType<Ffi['QTS_NewContext']>
type RuntimePointer = ReturnType<Ffi['QTS_NewRuntime']>
/** A value of the script. */
export type Value = ReturnType<Ffi['QTS_GetUndefined']> | ReturnType<Ffi['QTS_NewObject']>
type Owned = ReturnType<Ffi['QTS_NewObject']>

/** Calls from the engine. Each may return a promise: the script is suspended until it is settled. */
const suspending = /callbacks\.(callFunction|shouldInterrupt|loadModuleSource|normalizeModule)\b/
const suspendingImports = 4

/** Pages of 64 KB. The program itself needs the first 16 MB, of which it uses few. */
const firstPages = 256
const pagesPerMegabyte = 16
const pageBytes = 65_536
const moduleType = 1
const promisePending = 0
const promiseRejected = 2
/** Of a script; one suffices to fail it. */
const mostRejections = 1000

/** Ends the script from within: it cannot catch this. */
export class Stopped extends Error {}
export class OutOfMemory extends Error {}
/** What the script has thrown. */
export class Thrown extends Error {
  readonly value: Value
  constructor(value: Value) {
    super('the script threw')
    this.value = value
  }
}

export interface SandboxOptions {
  program: WebAssembly.Module
  turns: Turns
  memoryMegabytes: number
  stackKilobytes: number
  /** Answers the functions of the sandbox: a value, or a wait for one. */
  call: (name: string, args: Value[]) => Value | undefined | Suspension
  resolveModule: (from: string, name: string) => string
  loadModule: (fileName: string) => string
}

/** Suspends the script until `done` is called; then `finish` gives its value, in the script's next turn. */
export interface Suspension {
  start: (done: (finish: () => Value | undefined) => void) => void
}

type EngineFunction = (...args: unknown[]) => unknown

/** Functions of an engine, for calls that are not made in a turn of its script: nothing can suspend them. */
class DirectFunctions {
  readonly exports: WebAssembly.Exports
  readonly #own = new Map<unknown, EngineFunction>()

  constructor(exports: WebAssembly.Exports) {
    const rounds = exports[roundsExport] as WebAssembly.Global<'i32'>
    const direct = (own: EngineFunction) => {
      const fn = (...args: unknown[]) => {
        const left = rounds.value
        rounds.value = mostRounds
        try {
          return own(...args)
        } finally {
          rounds.value = left
        }
      }
      this.#own.set(fn, own)
      return fn
    }
    this.exports = Object.fromEntries(
      Object.entries(exports).map(([name, value]) => [
        name,
        typeof value === 'function' ? direct(value as EngineFunction) : value,
      ]),
    )
  }

  /** The same function, for turns. */
  own(fn: unknown): EngineFunction {
    const own = this.#own.get(fn)
    if (!own) throw new Error('the exports of QuickJS have changed')
    return own
  }
}

const encoder = new TextEncoder()

/** An instance of QuickJS with memory of its own, whose script can be suspended anywhere. */
export class Sandbox {
  readonly #engine: Engine
  readonly #ffi: Ffi
  readonly #runtime: RuntimePointer
  readonly #context: ContextPointer
  readonly #options: SandboxOptions
  readonly #memory: WebAssembly.Memory
  readonly #functions: string[] = []
  /** Promises that nothing handles, with the values of both. */
  readonly #rejections = new Map<bigint, { promise: Value; reason: Value }>()
  /** Ends the script when its turn does not return. */
  #fail: (error: Error) => void = () => undefined
  /** Continues the suspended script, or ends it. */
  #parked: { go: () => void; end: (error: Error) => void; isReady: boolean; isBusy: boolean } | undefined
  readonly #direct: DirectFunctions
  #isPaused = false
  #isStopped = false
  /** The prelude is never suspended. */
  #isPreparing = false

  static async open(options: SandboxOptions): Promise<Sandbox> {
    const maximum = Math.max(firstPages + pagesPerMegabyte, options.memoryMegabytes * pagesPerMegabyte)
    const memory = new WebAssembly.Memory({ initial: firstPages, maximum })
    let direct: DirectFunctions | undefined
    const engine = await load({
      wasmMemory: memory,
      instantiateWasm: (imports, done) => {
        const functions = imports.a as Record<string, WebAssembly.ImportValue>
        const found = Object.entries(functions).filter(([, fn]) => suspending.test(String(fn)))
        const poll = String(functions[pollImport]).includes('callbacks.shouldInterrupt')
        if (found.length !== suspendingImports || !poll)
          throw new Error('the imports of QuickJS have changed')
        for (const [name, fn] of found) functions[name] = new Suspending(fn as () => unknown)
        const instance = new Instance(options.program, imports)
        direct = new DirectFunctions(instance.exports)
        done({ exports: direct.exports } as WebAssembly.Instance)
        return direct.exports
      },
    } as Parameters<typeof load>[0])
    return new Sandbox(engine, { memory, direct: direct as DirectFunctions }, options)
  }

  private constructor(
    engine: Engine,
    { memory, direct }: { memory: WebAssembly.Memory; direct: DirectFunctions },
    options: SandboxOptions,
  ) {
    this.#engine = engine
    this.#direct = direct
    this.#memory = memory
    this.#options = options
    this.#ffi = new FFI(engine)
    this.#runtime = this.#ffi.QTS_NewRuntime()
    this.#ffi.QTS_RuntimeSetMaxStackSize(this.#runtime, options.stackKilobytes * 1024)
    this.#context = this.#ffi.QTS_NewContext(this.#runtime, 0 as never)
    engine.callbacks = {
      callFunction: (...[, , , count, values, id]: number[]) =>
        this.#callFunction(id as number, count as number, values as never),
      shouldInterrupt: () => this.#interrupt(),
      normalizeModule: (...[, , , from, name]: unknown[]) =>
        this.#loaded(() => options.resolveModule(from as string, name as string)),
      loadModuleSource: (...[, , , name]: unknown[]) =>
        this.#loaded(() => options.loadModule(name as string)),
      freeHostRef: () => undefined,
    } as never
    trackRejections({
      ...{ memory, table: direct.exports.table as WebAssembly.Table, runtime: this.#runtime as number },
      setHandler: () => this.#ffi.QTS_RuntimeEnableInterruptHandler(this.#runtime),
      tracker: (_context, promise, reason, isHandled) => this.#track(promise, isHandled ? undefined : reason),
    })
    this.#ffi.QTS_RuntimeEnableModuleLoader(this.#runtime, 1)
  }

  /** An error thrown without memory left for it has no message. */
  get isFull(): boolean {
    const maximum = Math.max(firstPages + pagesPerMegabyte, this.#options.memoryMegabytes * pagesPerMegabyte)
    return this.#memory.buffer.byteLength >= (maximum - pagesPerMegabyte) * pageBytes
  }

  pause(): void {
    this.#isPaused = true
  }

  continue(): void {
    this.#isPaused = false
    this.#schedule()
  }

  stop(): void {
    this.#isStopped = true
    if (this.#parked) this.#parked.isReady = true
    this.#schedule()
  }

  text(value: Value): string {
    const pointer = this.#ffi.QTS_GetString(this.#context, value)
    const text = this.#engine.UTF8ToString(pointer)
    this.#ffi.QTS_FreeCString(this.#context, pointer)
    return text
  }

  number(value: Value): number {
    return this.#ffi.QTS_GetFloat64(this.#context, value)
  }

  newText(text: string): Value {
    const at = this.#write(text)
    const value = this.#ffi.QTS_NewString(this.#context, at as never)
    this.#engine._free(at)
    return value
  }

  /** Of an array buffer. */
  toBase64(buffer: Value): string {
    const at = this.#ffi.QTS_GetArrayBuffer(this.#context, buffer) as number
    const length = this.#ffi.QTS_GetArrayBufferLength(this.#context, buffer)
    return Buffer.from(this.#memory.buffer, at, length).toString('base64')
  }

  newBuffer(base64: string): Value {
    const bytes = Buffer.from(base64, 'base64')
    const at = this.#allocate(bytes.length || 1)
    this.#engine.HEAPU8.set(bytes, at)
    return this.#ffi.QTS_NewArrayBuffer(this.#context, at as never, bytes.length)
  }

  get undefined(): Value {
    return this.#ffi.QTS_GetUndefined()
  }

  /** What a promise has resolved to, or any other value itself; undefined of a pending promise. */
  awaited(value: Value): Value | undefined {
    const state = this.#ffi.QTS_PromiseState(this.#context, value) as number
    if (state < 0) return value
    if (state === promisePending) {
      // Its jobs were lost for lack of memory.
      if (this.isFull) throw new OutOfMemory()
      return undefined
    }
    const result = this.#ffi.QTS_PromiseResult(this.#context, value)
    if (state === promiseRejected) throw new Thrown(result)
    return result
  }

  /** @throws what a promise was rejected with that nothing handles. */
  checkRejections(): void {
    for (const { reason } of this.#rejections.values()) throw new Thrown(reason)
  }

  property(of: Value, name: string): Value {
    return this.#ffi.QTS_GetProp(this.#context, of, this.newText(name))
  }

  setProperty(of: Value, name: string, value: Value): void {
    this.#ffi.QTS_SetProp(this.#context, of, this.newText(name), value)
  }

  setGlobal(name: string, value: Value): void {
    this.setProperty(this.#ffi.QTS_GetGlobalObject(this.#context), name, value)
  }

  newFunction(name: string): Value {
    this.#functions.push(name)
    const id = (this.#functions.length + 1) as never
    return this.#ffi.QTS_NewFunction(this.#context, name, 0, false, id)
  }

  throw(message: string, code?: string): Value {
    const error = this.#ffi.QTS_NewError(this.#context)
    this.setProperty(error, 'message', this.newText(message))
    if (code !== undefined) this.setProperty(error, 'code', this.newText(code))
    return this.#ffi.QTS_Throw(this.#context, error)
  }

  /** Runs a part of the prelude, in a turn. It does not take long enough to be suspended. */
  async #prepare(source: string): Promise<Value> {
    this.#isPreparing = true
    try {
      return this.#checked(await this.#evaluate(source, 'prelude', 0)())
    } finally {
      this.#isPreparing = false
    }
  }

  prepare(source: string): Promise<Value> {
    return this.#enter(() => this.#prepare(source))
  }

  /** Another part, during a call of the script. */
  load(source: string): Suspension {
    const loaded = this.#prepare(source)
    const fail = () => {
      throw new OutOfMemory()
    }
    return {
      start: (done) =>
        void loaded.then(
          (value) => done(() => value),
          () => done(fail),
        ),
    }
  }

  /** Of a module, its namespace or a promise of it. */
  async evaluate(source: string, fileName: string, isModule: boolean): Promise<Value> {
    return this.#checked(await this.#enter(this.#evaluate(source, fileName, isModule ? moduleType : 0)))
  }

  async call(fn: Value, ...args: Value[]): Promise<Value> {
    const list = this.#allocate(args.length * 4 + 4)
    new Uint32Array(this.#engine.HEAPU8.buffer, list, args.length).set(args as unknown as number[])
    const run = promising(this.#engineFunction('QTS_Call'))
    const result = await this.#enter(() => run(this.#context, fn, this.undefined, args.length, list))
    this.#engine._free(list)
    return this.#checked(result)
  }

  /** Runs the pending jobs of promises; throws what none of them could take, as without memory. */
  async runJobs(): Promise<void> {
    const context = this.#allocate(4)
    const run = promising(this.#engineFunction('QTS_ExecutePendingJob'))
    while (this.#ffi.QTS_IsJobPending(this.#runtime) === 1) {
      const done = (await this.#enter(() => run(this.#runtime, -1, context))) as Value
      // How many they were, or an error.
      if (Number.isNaN(this.number(done))) throw new Thrown(done)
      this.free(done)
    }
    this.#engine._free(context)
  }

  get hasJobs(): boolean {
    return this.#ffi.QTS_IsJobPending(this.#runtime) === 1
  }

  free(value: Value): void {
    this.#ffi.QTS_FreeValuePointer(this.#context, value as Owned)
  }

  #engineFunction(name: string): (...args: unknown[]) => unknown {
    return this.#direct.own((this.#engine as unknown as Record<string, EngineFunction>)[`_${name}`])
  }

  #evaluate(source: string, fileName: string, type: number): () => Promise<unknown> {
    const [at, name] = [this.#write(source), this.#write(fileName)]
    const run = promising(this.#engineFunction('QTS_Eval'))
    return async () => {
      const value = await run(this.#context, at, Buffer.byteLength(source), name, 0, type)
      for (const text of [at, name]) this.#engine._free(text)
      return value
    }
  }

  #checked(value: unknown): Value {
    const error = this.#ffi.QTS_ResolveException(this.#context, value as Owned)
    if (error) throw new Thrown(error)
    return value as Value
  }

  #enter<Result>(run: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#fail = reject
      const go = () => void run().then(resolve, reject)
      this.#parked = { go, end: reject, isReady: true, isBusy: false }
      this.#schedule()
    })
  }

  /** In the order: suspended, ready to continue, and not paused. */
  #schedule(): void {
    const parked = this.#parked
    if (!parked?.isReady || (this.#isPaused && !this.#isStopped)) return
    this.#parked = undefined
    const go = () => {
      if (this.#isStopped) parked.end(new Stopped())
      else if (this.#isPaused) this.#parked = parked
      else parked.go()
    }
    const turn: Turn = { go, lost: (error) => this.#fail(error) }
    if (parked.isBusy) this.#options.turns.queue(turn)
    else this.#options.turns.wake(turn)
  }

  /** Loops of the engine ask this: while the script is suspended, others of its thread have their turns. */
  #interrupt(): number | Promise<number> {
    if (this.#isPreparing || !this.#options.turns.isOver(performance.now())) return 0
    return new RealmPromise<number>((resolve, reject) => {
      this.#parked = { go: () => resolve(0), end: reject, isReady: true, isBusy: true }
      this.#schedule()
    })
  }

  #callFunction(id: number, count: number, values: Value): unknown {
    const args = Array.from({ length: count }, (_, n) =>
      this.#ffi.QTS_ArgvGetJSValueConstPointer(values as never, n),
    )
    const answer = this.#options.call(this.#functions[id - 2] ?? '', args)
    if (typeof answer !== 'object') return answer ?? 0
    return new RealmPromise<unknown>((resolve, reject) => {
      const parked = { go: () => {}, end: reject, isReady: false, isBusy: false }
      this.#parked = parked
      answer.start((finish) => {
        if (parked.isReady) return
        parked.go = () => {
          try {
            resolve(finish() ?? 0)
          } catch (error) {
            reject(error)
          }
        }
        parked.isReady = true
        this.#schedule()
      })
      this.#schedule()
    })
  }

  #loaded(read: () => string): number {
    try {
      return this.#write(read())
    } catch (error) {
      this.throw((error as Error).message)
      return 0
    }
  }

  #track(promise: bigint, reason: bigint | undefined): void {
    const known = this.#rejections.get(promise)
    if (known) for (const value of [known.promise, known.reason]) this.free(value)
    this.#rejections.delete(promise)
    if (reason === undefined || this.#rejections.size >= mostRejections) return
    // As long as the promise is kept, no other one gets its place.
    this.#rejections.set(promise, { promise: this.#keep(promise), reason: this.#keep(reason) })
  }

  /** Of a value as the engine passes it. */
  #keep(value: bigint): Value {
    const at = this.#allocate(8)
    new DataView(this.#memory.buffer).setBigInt64(at, value, true)
    const kept = this.#ffi.QTS_DupValuePointer(this.#context, at as never)
    this.#engine._free(at)
    if ((kept as number) === 0) throw new OutOfMemory()
    return kept
  }

  #write(text: string): number {
    const length = Buffer.byteLength(text)
    const at = this.#allocate(length + 1)
    const { read } = encoder.encodeInto(text, this.#engine.HEAPU8.subarray(at, at + length))
    if (read !== text.length) throw new OutOfMemory()
    this.#engine.HEAPU8[at + length] = 0
    return at
  }

  #allocate(bytes: number): number {
    const at = this.#engine._malloc(bytes) as number
    if (at === 0) throw new OutOfMemory()
    return at
  }
}
