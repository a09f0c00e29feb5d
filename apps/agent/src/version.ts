import { createRequire } from 'node:module'

/** Of the agent; its package.json is one folder above its programs, in the source as in a built package. */
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
