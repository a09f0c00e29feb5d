import { BoundedQueue } from '../core/bounded-queue.ts'
import { askChild, LimitExceeded } from '../core/limited-child.ts'
import type { SheetAnswer, SheetOrder } from './sheet.ts'

interface SheetTask extends Omit<SheetOrder, 'content'> {
  /** Asked for when it is read. */
  content: () => Promise<Uint8Array>
}

const limits = { seconds: 60, heapMegabytes: 512, megabytes: 1024 }

/** One at a time: each takes a processor and much memory. */
const reading = new BoundedQueue(5)

/**
 * The cells of a workbook's first sheet, or of a csv, as texts. They are read in another process: a file that takes too
 * much time or memory only ends that process. Throws tooManyRequests immediately when too many wait already; rejects
 * with the signal's reason.
 */
export function readSheet(task: SheetTask, signal: AbortSignal): Promise<SheetAnswer> {
  reading.requireRoom()
  const answer = reading.run(() => readNow(task, signal))
  // The job that awaits it begins later, and gets the error then.
  answer.catch(() => {})
  return answer
}

async function readNow({ content, ...task }: SheetTask, signal: AbortSignal): Promise<SheetAnswer> {
  signal.throwIfAborted()
  const order: SheetOrder = { content: await content(), ...task }
  try {
    return await askChild<SheetAnswer>(new URL('./read-sheet-child.ts', import.meta.url), order, {
      limits,
      signal,
    })
  } catch (error) {
    signal.throwIfAborted()
    return { refused: error instanceof LimitExceeded ? 'tooBigInside' : 'unreadable' }
  }
}
