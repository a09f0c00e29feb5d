/** The engine calls it when a promise is rejected and nothing handles it, and when something handles it later. */
type Tracker = (context: number, promise: bigint, reason: bigint, isHandled: number) => void

interface EngineParts {
  memory: WebAssembly.Memory
  table: WebAssembly.Table
  /** Address of the engine's runtime. */
  runtime: number
  /** Sets the handler beside which the tracker is stored. */
  setHandler: () => void
  tracker: Tracker
}

/** Words of a runtime among which its handlers are. */
const runtimeWords = 1024
/** From the handler of interrupts on: its argument, the tracker, its argument, and the list of jobs. */
const [trackerWord, jobsWord] = [2, 4]

/** A function of WebAssembly with these arguments, which the table of an engine takes, that calls `env.call`. */
const [i32, i64] = [0x7f, 0x7e]
const bridge = new WebAssembly.Module(
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 9, 1, 0x60, 5, i32, i64, i64, i32, i32, 0],
    ...[2, 12, 1, 3, ...Buffer.from('env'), 4, ...Buffer.from('call'), 0, 0],
    ...[7, 8, 1, 4, ...Buffer.from('call'), 0, 0],
  ]),
)

/** QuickJS has this hook, but its build exports no function that sets it. */
export function trackRejections({ memory, table, runtime, setHandler, tracker }: EngineParts): void {
  const read = () => new Int32Array(memory.buffer, runtime, runtimeWords)
  const before = read().slice()
  setHandler()
  const words = read()
  const handler = words.findIndex((word, index) => word !== before[index])
  const jobs = handler + jobsWord
  // The empty list of jobs refers to itself.
  const address = runtime + jobs * 4
  if (handler < 0 || words[jobs] !== address || words[jobs + 1] !== address || words[handler + trackerWord])
    throw new Error('the runtime of QuickJS has changed')
  const { exports } = new WebAssembly.Instance(bridge, { env: { call: tracker } })
  const place = table.grow(1)
  table.set(place, exports.call)
  words[handler + trackerWord] = place
}
