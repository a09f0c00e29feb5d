import { availableParallelism } from 'node:os'
import { LookWorkers } from './look-workers.ts'
import type { looks } from './looks.ts'
import type { ocrLooks } from './ocr/ocr-looks.ts'

const megabyte = 1024 * 1024
const minuteMs = 60_000
const threads = availableParallelism() >= 4 ? 2 : 1

/** Searches for all phones of this program. */
export const visionWorkers = new LookWorkers<typeof looks>({
  file: new URL('./vision-worker.ts', import.meta.url),
  threads,
  decodedBytes: (128 * megabyte) / threads,
  idleMs: minuteMs,
  limitMs: 30_000,
  heapMegabytes: 256,
})

/** Of its own, because reading a screen takes a second and several hundred megabytes. */
export const ocrWorkers = new LookWorkers<typeof ocrLooks>({
  file: new URL('./ocr/ocr-worker.ts', import.meta.url),
  threads: 1,
  decodedBytes: 32 * megabyte,
  idleMs: 3 * minuteMs,
  limitMs: 60_000,
  heapMegabytes: 512,
})
