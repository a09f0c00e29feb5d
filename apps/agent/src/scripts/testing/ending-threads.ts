import { Worker } from 'node:worker_threads'
import '../script-process.ts'

const threads = 8
const resourceLimits = { maxOldGenerationSizeMb: 20, maxYoungGenerationSizeMb: 2 }

/** Its functions become hot at its end, when it has little memory left. */
const code = `
  const { getHeapStatistics } = require('node:v8')
  const body = 'let sum = 0;' + 'sum ^= a;'.repeat(120) + 'return sum + '
  const functions = Array.from({ length: 1500 }, (_, n) => new Function('a', body + n))
  for (const run of functions) run(1)
  const kept = []
  while (getHeapStatistics().used_heap_size < 16e6) kept.push(new Array(2000).fill(0.5))
  for (const run of functions) for (const a of [2, 3]) run(a)`

/** Ends when all of them have. Memory may not suffice for some: they end, too. */
for (let n = 0; n < threads; n += 1) new Worker(code, { eval: true, resourceLimits }).on('error', () => {})
