import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Ends the process. Node then waits for its other threads; one that optimizes a function waits for a garbage collection
 * when memory is short, which only this thread starts, and both would wait forever (nodejs/node#54918).
 */
export function leave(code: number): never {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  process.exit(code)
}
