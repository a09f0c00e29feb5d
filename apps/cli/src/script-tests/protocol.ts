import type { LogLine } from '@fleetdeck/contract/log-socket'

/** What a script's run in a test gives. */
export interface ScriptResult {
  state: 'succeeded' | 'failed' | 'stopped'
  result: string
  error: string
  logs: LogLine[]
}

/** What a test asks of the command: calls of a phone and of shared data, and runs of scripts. */
export type Wish =
  | { do: 'addPhone' }
  | { do: 'device'; phone: string; call: string; args: unknown[] }
  | { do: 'data'; call: string; args: unknown[] }
  | { do: 'run'; phone: string; file: string; params: Record<string, string | string[]> }

export interface FoundTest {
  name: string
  /** Time limit. */
  seconds: number | undefined
}

export interface TestFailure {
  message: string
  /** In the test file; 0 if unknown. */
  line: number
}

/** From the process of a test file. */
export type FromWorker =
  | { type: 'found'; tests: FoundTest[] }
  | { type: 'loadFailed'; failure: TestFailure }
  | { type: 'ended'; failure?: TestFailure }
  | { type: 'wish'; id: number; wish: Wish }

/** To the process of a test file. */
export type ToWorker =
  | { type: 'begin'; place: number; phone: string }
  | { type: 'answer'; id: number; value?: unknown; error?: string }
