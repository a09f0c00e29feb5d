import { setFlagsFromString } from 'node:v8'

/**
 * V8 compiles functions in threads that all workers share. Node hangs when a worker ends while one of its functions is
 * being compiled and needs memory: the compiler waits until the worker has collected garbage, and the worker for the
 * compiler. As soon as all threads of the compilers wait like this, no worker of the process ends any more. Node.js issue
 * 54918. Workers that start after this compile their functions themselves.
 */
setFlagsFromString('--no-concurrent-sparkplug')
setFlagsFromString('--no-concurrent-recompilation')

/**
 * The stack of each running script, of which only the used part takes memory. A script reaches its own limit, an error
 * that it can catch, before this one. V8 takes the smaller of the two values; Node gives its threads their own limits.
 */
export const stackMegabytes = 16
setFlagsFromString(`--stack-size=${stackMegabytes * 1000}`)
setFlagsFromString(`--wasm-stack-switching-stack-size=${stackMegabytes * 1000}`)
