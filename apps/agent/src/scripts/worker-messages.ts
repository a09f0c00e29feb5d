import type { MessagePort } from 'node:worker_threads'
import type { TaskLimits } from '@fleetdeck/contract/phone-socket'

/** Words of the shared memory used by both sides. */
export const Slot = { mode: 0, answers: 1 } as const
/** The script and its options. */
export const Mode = { run: 0, pause: 1, stop: 2 } as const

export interface WorkerTask {
  source: string
  /** Name in stack traces. */
  fileName: string
  limits: Pick<TaskLimits, 'memoryMegabytes' | 'stackKilobytes'>
  control: SharedArrayBuffer
  /** Calls go this way, and answers come back. */
  port: MessagePort
  /** The script's `task` object, as JSON. */
  task: string
  /** The names of functions that the agent handles, by object, as JSON. */
  api: string
}

/** One call of a script out of its sandbox; the script blocks until it is answered. */
export interface HostQuestion {
  name: string
  /** JSON array. */
  args: string
}
/** JSON of the result, or the message of the error that the script gets. */
/** code: of the error in the script, if it has one. */
export type HostAnswer = { value: string } | { error: string; code?: string }

export type WorkerEnd =
  | { end: 'done'; result: string }
  | { end: 'thrown'; name: string; message: string; stack: string }
  | { end: 'stopped' }
