import { setFlagsFromString } from 'node:v8'

/**
 * Loading the program leaves much garbage. V8 would rather grow its heap, and the space for young objects, than collect
 * it; until the returned function is called it takes more time and 60 MB less.
 */
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--optimize-for-size')

/**
 * V8 compiles functions that have run some hundred times with Sparkplug, and never frees this code: memory grows for
 * hours, as ever rarer functions reach that number. Frequent functions are optimized all the same.
 */
setFlagsFromString('--no-sparkplug')

/**
 * From now on the heap grows as usual, but by a quarter at most until the next full collection: beside thousands of phones,
 * whose sessions are most of the heap, V8 would let garbage grow to several times as much.
 */
export const endSmallStart = (): void => {
  setFlagsFromString('--no-optimize-for-size')
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=25')
}
