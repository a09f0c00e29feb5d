import type { MessagePort } from 'node:worker_threads'
import type { TaskLimits } from '@fleetdeck/contract/phone-socket'

/** Words of the shared memory that both sides look at. */
export const Slot = { mode: 0, answers: 1 } as const
/** What a script is to do. */
export const Mode = { run: 0, pause: 1, stop: 2 } as const

export interface WorkerTask {
  source: string
  /** As stacks show it. */
  fileName: string
  limits: Pick<TaskLimits, 'memoryMegabytes' | 'stackKilobytes'>
  control: SharedArrayBuffer
  /** Questions go this way, and answers come back. */
  port: MessagePort
  /** What the script finds as `task`, as JSON. */
  task: string
}

/** One call of a script to the world outside; the script stands still until it is answered. */
export interface HostQuestion {
  name: string
  /** JSON array. */
  args: string
}
/** JSON of what came of it, or the words of the error that the script gets to see. */
export type HostAnswer = { value: string } | { error: string }

export type WorkerEnd =
  | { end: 'done'; result: string }
  | { end: 'thrown'; name: string; message: string; stack: string }
  | { end: 'stopped' }
