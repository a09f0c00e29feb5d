import type { HeldFrame } from './held-frame.ts'
import { LookRefused, type RefusalName } from './refusals.ts'

/** Functions of decoded frames, by name; they run in a worker thread. */
// biome-ignore lint/suspicious/noExplicitAny: each look has its own frames, arguments and result
export type Looks = Record<string, (screens: any, args: any) => unknown>

export interface SentFrame extends Pick<HeldFrame, 'id' | 'width' | 'height' | 'format' | 'video'> {
  /** Missing if the thread may have decoded it already. */
  bytes: ArrayBuffer | undefined
}
export interface LookQuestion {
  name: string
  frames: SentFrame[]
  args: unknown
}
interface LookRefusal {
  refusal: RefusalName
  values: string[]
  subject: string | undefined
}
export type LookResult = { value: unknown } | LookRefusal | { error: string }
export type LookAnswer =
  | LookResult
  /** The question has to be repeated with the bytes of its frames. */
  | { needsBytes: true }

/** What can be sent of an error. */
export function toRefusal(error: unknown): LookResult {
  if (error instanceof LookRefused) {
    const { refusal, values, subject } = error
    return { refusal, values, subject }
  }
  return { error: error instanceof Error ? error.message : String(error) }
}

/** The value, or the error as it was. */
export function toValue(result: LookResult): unknown {
  if ('value' in result) return result.value
  if ('error' in result) throw new Error(result.error)
  throw Object.assign(new LookRefused(result.refusal, ...result.values), { subject: result.subject })
}
export interface LookWorkerData {
  /** Memory of decoded frames in one thread. */
  decodedBytes: number
}
