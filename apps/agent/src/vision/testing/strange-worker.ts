import type { Screen } from '../screen.ts'
import { serveLooks } from '../serve-looks.ts'

/** Looks that crash, hang or wait, on real threads. */
export const strangeLooks = {
  echo: (_: unknown, words: string) => words,
  first: (screens: Screen[]) => screens.map(({ pixels }) => pixels.rgba[0]),
  crash: () => process.exit(3),
  fail: () => {
    throw new Error('no such look')
  },
  hang: () => new Promise(() => undefined),
  wait: (_: unknown, signal: SharedArrayBuffer) => {
    Atomics.wait(new Int32Array(signal), 0, 0, 20_000)
    return 'waited'
  },
}

serveLooks(strangeLooks)
