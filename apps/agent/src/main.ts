import { fileURLToPath } from 'node:url'
import { continueAsRelease } from './releases/continue-as-release.ts'

continueAsRelease(fileURLToPath(import.meta.url))
await import('./agent-main.ts')
