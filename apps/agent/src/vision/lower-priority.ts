import { readdirSync } from 'node:fs'
import { constants, platform, setPriority } from 'node:os'

const thisProcess = 0

/** Everything else on the computer goes before this process, and before the threads that it will start. */
export function lowerPriority(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // A container may forbid it, and a thread may have ended.
    }
  }
}

/** Linux has a priority for each thread instead of one for the process. */
const threads = () => (platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [thisProcess])
