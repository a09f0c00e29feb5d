import { getPriority } from 'node:os'

/** The work of a test's child process. */
export type ChildOrder = 'answer' | 'loop' | 'fillHeap' | 'fillBuffers' | 'crash' | 'wait'

const orders: Record<ChildOrder, () => void> = {
  answer: () => process.send?.({ priority: getPriority() }),
  loop: () => {
    for (;;);
  },
  fillHeap: () => {
    for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 10_000 }, (_, n) => n / 3))
  },
  fillBuffers: () => {
    for (const kept: Buffer[] = []; ; ) kept.push(Buffer.alloc(1024 * 1024, 1))
  },
  crash: () => process.exit(3),
  wait: () => {},
}

process.on('message', ({ order }: { order: ChildOrder }) => orders[order]())
