import path from 'node:path'

/** Of the repository. */
export const root = path.resolve(import.meta.dirname, '..')
