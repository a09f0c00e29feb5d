import { Worker } from 'node:worker_threads'

export interface SheetTask {
  content: Uint8Array
  /** Rows below the header. */
  rowLimit: number
  /** Further columns are ignored; 50 by default. */
  columnLimit?: number
}
export type SheetRefusal = 'unreadable' | 'tooBigInside' | 'tooManyRows'
export type SheetAnswer = { rows: string[][] } | { refused: SheetRefusal }

const timeoutMs = 60_000
const memoryMb = 512

/**
 * The cells of a workbook's first sheet as texts. Runs in a worker: a file that takes too much time or memory only ends
 * the worker.
 */
export function readSheet(task: SheetTask): Promise<SheetAnswer> {
  const worker = new Worker(new URL('./read-sheet-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  return new Promise((resolve) => {
    const end = (answer: SheetAnswer) => {
      clearTimeout(timer)
      // It has answered, or is beyond answering.
      worker.terminate().catch(() => {})
      resolve(answer)
    }
    const timer = setTimeout(() => end({ refused: 'tooBigInside' }), timeoutMs)
    worker.once('message', end)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end({ refused: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooBigInside' : 'unreadable' }),
    )
  })
}
