import { createRequire } from 'node:module'

interface Package {
  version: string
}

export const { version: productVersion } = createRequire(import.meta.url)('../../../package.json') as Package
