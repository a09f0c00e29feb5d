import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './helpers/longest-first.ts'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: process.env.PICTURES ? ['journeys/pictures.ts'] : ['journeys/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: ['../packages/testing/src/site/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    // One more than cores: much of a journey's time is waiting.
    maxWorkers: 3,
    // As in the tests of the API: only CI grants a second try, and lists what needed it.
    retry: process.env.CI ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    // Waits end with their event; the limit is for failures, also on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
