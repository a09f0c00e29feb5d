import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Ends the process, after a garbage collection: Node waits for its other threads, and one that optimizes a function
 * waits for a collection when memory is short, which only this thread can start; both would wait forever
 * (nodejs/node#54918).
 */
export function leave(code: number): never {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  process.exit(code)
}
