import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './helpers/longest-first.ts'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: process.env.PICTURES ? ['journeys/pictures.ts'] : ['journeys/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: ['../apps/server/src/testing/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    // Two cores; much of a journey's time is waiting.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Waits end with what they wait for; a limit is for what never comes, also on a machine with other work.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
