import { constants, platform, setPriority } from 'node:os'

const thisThread = 0

/** Everything else on the computer goes first. Linux alone has priorities of threads. */
export function lowerThreadPriority(): void {
  if (platform() !== 'linux') return
  try {
    setPriority(thisThread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A container may forbid it.
  }
}
