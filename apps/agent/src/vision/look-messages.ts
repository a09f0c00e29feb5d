import type { SharedFrame } from './frame.ts'
import type { RefusalName } from './refusals.ts'

/** Functions of decoded frames, by name; they run in a worker thread. */
// biome-ignore lint/suspicious/noExplicitAny: each look has its own frames, arguments and result
export type Looks = Record<string, (screens: any, args: any) => unknown>

export interface LookQuestion {
  name: string
  frames: SharedFrame[]
  args: unknown
}
export type LookAnswer = { value: unknown } | { refusal: RefusalName; values: string[] } | { error: string }
export interface LookWorkerData {
  /** Memory of decoded frames in one thread. */
  decodedBytes: number
}
