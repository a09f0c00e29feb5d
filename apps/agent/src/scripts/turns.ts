import vm from 'node:vm'

/** A script's part of a turn: `go` enters the sandbox, `lost` is called when that did not return in time. */
export interface Turn {
  go: () => void
  lost: (error: Error) => void
}

/** JavaScript Promise Integration, which the types do not know yet. */
interface Suspendable {
  Suspending: new (fn: (...args: never[]) => unknown) => WebAssembly.ImportValue
  promising: <Args extends unknown[], Result>(
    fn: (...args: Args) => Result,
  ) => (...args: Args) => Promise<Result>
  Instance: typeof WebAssembly.Instance
}

/** How long a script runs before another one of its thread has its turn. */
const turnMs = 4

/**
 * Suspended scripts continue as jobs of this realm. Node runs its jobs together with the code that resolves their
 * promises, and can end both after a time: the script is lost, its thread remains.
 */
const realm = vm.createContext({ enter: () => undefined }, { microtaskMode: 'afterEvaluate' })
const entry = new vm.Script('enter()')
const { wasm, promise } = vm.runInContext('({ wasm: WebAssembly, promise: Promise })', realm)
const realmWasm = wasm as Suspendable
export const { Suspending, Instance } = realmWasm
export const RealmPromise = promise as PromiseConstructor

/** A function of the engine whose callbacks may suspend it. Its promise is of Node's own realm, so that it needs no turn. */
export function promising<Args extends unknown[], Result>(fn: (...args: Args) => Result) {
  const run = realmWasm.promising(fn)
  return (...args: Args) => new Promise<Result>((resolve, reject) => void run(...args).then(resolve, reject))
}

/** Distributes the time of one thread among its scripts. Each event of Node's loop is handled between two turns. */
export class Turns {
  readonly #woken: Turn[] = []
  readonly #busy: Turn[] = []
  readonly #beat: BigInt64Array
  readonly #limitMs: number
  #startedAt = 0
  #isPlanned = false

  constructor(beat: SharedArrayBuffer, limitMs: number) {
    this.#beat = new BigInt64Array(beat)
    this.#limitMs = limitMs
  }

  isOver(now: number): boolean {
    return now - this.#startedAt >= turnMs
  }

  /** For scripts that have waited: they run before the busy ones. */
  wake(turn: Turn): void {
    this.#woken.push(turn)
    this.#plan()
  }

  /** For scripts that have used their turn. */
  queue(turn: Turn): void {
    this.#busy.push(turn)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      for (const turn of this.#woken.splice(0)) this.#run(turn)
      const next = this.#busy.shift()
      if (next) this.#run(next)
      if (this.#woken.length > 0 || this.#busy.length > 0) this.#plan()
    })
  }

  #run({ go, lost }: Turn): void {
    this.#startedAt = performance.now()
    Atomics.store(this.#beat, 0, BigInt(Date.now()))
    realm.enter = go
    try {
      entry.runInContext(realm, { timeout: this.#limitMs })
    } catch (error) {
      lost(error as Error)
    }
    Atomics.store(this.#beat, 0, 0n)
  }
}
