import { setTimeout as pause } from 'node:timers/promises'
import { ScriptProcess } from '../../apps/agent/src/scripts/script-process.ts'

export interface Order {
  kind: keyof typeof kinds
  number: number
  /** Also measures a script that sleeps. */
  isNapping?: boolean
}
export interface Measured {
  /** MB of the process. */
  before: number
  rss: number
  /** Steps of each script. */
  made: number[]
  /** ms */
  late: number[]
}

const settleMs = 2000
const watchMs = 10_000
const limits = { timeoutSeconds: 0, memoryMegabytes: 64, stackKilobytes: 512 }
const data = `const kept = []; for (let i = 0; i < 1000; i++) kept.push({ id: i, name: 'item ' + i }); logi('up');`
const kinds = {
  asleep: `${data} for (;;) sleep(1000)`,
  busy: `${data} for (let n = 1; ; n++) if (n % 50000 === 0) logi('on')`,
  greedy: `${data} for (;;) { kept.push(new Uint8Array(1e6).fill(1)); if (kept.length > 1030) kept.length = 1000 }`,
}
const nap = 'for (;;) { const at = performance.now(); sleep(10); logi(performance.now() - at - 10) }'

function start(source: string, heard: (value: unknown) => void): ScriptProcess {
  const host = async (_name: string, [, value]: unknown[]) => {
    heard(value)
    return null
  }
  return new ScriptProcess({ source, fileName: 'bench.js', limits, task: {}, host })
}
const megabytes = () => process.memoryUsage.rss() / 1e6

async function measure({ kind, number, isNapping }: Order): Promise<Measured> {
  const before = megabytes()
  const calls = Array.from({ length: number }, () => 0)
  for (const at of calls.keys()) start(kinds[kind], () => (calls[at] = (calls[at] ?? 0) + 1))
  while (calls.includes(0)) await pause(50)
  await pause(settleMs)
  const late: number[] = []
  if (isNapping) start(nap, (value) => late.push(Number(value)))
  const from = [...calls]
  await pause(watchMs)
  return { before, rss: megabytes(), made: calls.map((all, at) => all - (from[at] ?? 0)), late }
}

process.once('message', (order: Order) => {
  measure(order)
    .then((measured) => process.send?.(measured))
    .catch(console.error)
})
