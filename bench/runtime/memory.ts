import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inMs, printRows, quantile } from '../figures.ts'
import type { Measured, Order } from './scripts-process.ts'

const numbers = [1, 25, 50, 100]

/** Each in a new process: an agent without phones. */
async function measure(order: Order): Promise<Measured> {
  const child = fork(new URL('./scripts-process.ts', import.meta.url))
  child.send(order)
  const [measured] = await once(child, 'message')
  child.kill()
  return measured as Measured
}

/** Memory and fairness of scripts that run at the same time, and how late a short sleep of one wakes beside others. */
export async function benchScriptMemory(): Promise<void> {
  const rows: string[][] = []
  for (const kind of ['asleep', 'busy'] as const)
    for (const number of numbers) {
      const { before, rss, made } = await measure({ kind, number })
      const progress = kind === 'busy' ? `${Math.min(...made)} / ${Math.max(...made)}` : ''
      rows.push([`${number} ${kind}`, rss.toFixed(0), ((rss - before) / number).toFixed(1), progress])
    }
  printRows(['scripts', 'process MB', 'MB each', 'progress min / max'], rows)
  const naps: string[][] = []
  for (const [beside, order] of [
    ['nothing', { kind: 'asleep', number: 0 }],
    ['4 busy loops', { kind: 'busy', number: 4 }],
    ['4 that take memory', { kind: 'greedy', number: 4 }],
  ] as const) {
    const { late } = await measure({ ...order, isNapping: true })
    naps.push([beside, String(late.length), inMs(quantile(late, 0.5)), inMs(quantile(late, 0.99))])
  }
  printRows(['a sleep of 10 ms beside', 'n', 'late p50 ms', 'late p99 ms'], naps)
}
