import { setFlagsFromString } from 'node:v8'

/**
 * Loading the program leaves much garbage. V8 would rather grow the space for young objects than collect it; until the
 * returned function is called, that space keeps its first size.
 */
setFlagsFromString('--semi-space-growth-factor=1')

/** From now on the heap grows as usual. */
export const endSmallStart = (): void => setFlagsFromString('--semi-space-growth-factor=2')
