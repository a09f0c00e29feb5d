import type { Frame } from './frame.ts'
import type { RefusalName } from './refusals.ts'

/** Functions of decoded frames, by name; they run in a worker thread. */
// biome-ignore lint/suspicious/noExplicitAny: each look has its own frames, arguments and result
export type Looks = Record<string, (screens: any, args: any) => unknown>

export interface SentFrame extends Pick<Frame, 'id' | 'width' | 'height' | 'format' | 'video'> {
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
export type LookAnswer =
  | { value: unknown }
  | LookRefusal
  | { error: string }
  /** The question has to be repeated with the bytes of its frames. */
  | { needsBytes: true }
export interface LookWorkerData {
  /** Memory of decoded frames in one thread. */
  decodedBytes: number
}
