import { constants, setPriority } from 'node:os'

/** The program works without it, too. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
