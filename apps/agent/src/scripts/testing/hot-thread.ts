import { Worker } from 'node:worker_threads'
import '../script-process.ts'

/** Its functions are called often enough for all compilers of V8. */
const code = `
  const functions = Array.from({ length: 50 }, (_, n) => eval('(function hot' + n + '(a) { let sum = 0; ' +
    'for (let i = 0; i < 1000; i++) sum += a * i; return sum })'))
  for (let a = 0; a < 2000; a++) for (const run of functions) run(a)`

new Worker(code, { eval: true })
