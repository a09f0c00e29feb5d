import { setFlagsFromString } from 'node:v8'

/**
 * With concurrent Sparkplug, Node hangs when a thread ends while one of its functions is being compiled and needs memory:
 * the compiler waits until the thread has collected garbage, and the thread for the compiler. As soon as all threads of
 * the compiler wait like this, no worker of the process ends any more. Node.js issue 54918.
 */
setFlagsFromString('--no-concurrent-sparkplug')
