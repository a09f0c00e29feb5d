import type { MessagePort } from 'node:worker_threads'
import type { TaskLimits } from '@fleetdeck/contract/phone-socket'

export interface ScriptModule {
  /** As the importing script writes it. */
  name: string
  fileName: string
  source: string
}

/** A script as its thread gets it. */
export interface WorkerTask {
  source: string
  /** Whether it is a module, with imports and exports. */
  isModule: boolean
  modules: ScriptModule[]
  /** Name in stack traces. */
  fileName: string
  limits: Pick<TaskLimits, 'memoryMegabytes' | 'stackKilobytes'>
  /** The script's `task` object, as JSON. */
  task: string
  /** The names of functions that the agent handles, by object. */
  api: Record<string, string[]>
  /** Time zone of the site. */
  timeZone: string
}

/** One thread runs several scripts; each has a number. */
export interface WorkerData {
  port: MessagePort
  /** Since when its present turn runs, in ms; 0 between two turns. */
  beat: SharedArrayBuffer
  /** QuickJS, compiled once for all threads. */
  program: WebAssembly.Module
}

export type ToWorker = { id: number } & (
  | { start: WorkerTask }
  | { order: 'pause' | 'continue' | 'stop' }
  | { answer: HostAnswer }
)
export type FromWorker = { id: number } & (HostQuestion | WorkerEnd)

/** One call of a script out of its sandbox; the script is suspended until it is answered. */
export interface HostQuestion {
  name: string
  /** JSON array. */
  args: string
}
/** JSON of the result, or the message of the error that the script gets. */
/** code: of the error in the script, if it has one; errorName: its class. */
export type HostAnswer = { value: string } | { error: string; code?: string }

export type WorkerEnd =
  | { end: 'done'; result: string }
  | { end: 'thrown'; name: string; message: string; stack: string }
  | { end: 'stopped' }

/** Maximum characters of a call's arguments, and of its result. */
export const maxCharacters = 16_000_000
/** Of a line in the log, which is cut there. */
export const maxLine = 8000
/** How long a turn may take at most, should an operation not end it. */
export const operationSeconds = 10
