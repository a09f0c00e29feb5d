import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './e2e/helpers/longest-first.ts'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx'],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts', 'apps/cli/templates/**'],
    pool: 'forks',
    isolate: false,
    // Much of a test's time is waiting: for an event, a hash, another process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['packages/testing/src/site/global-setup.ts'],
    // A test that needs its second try is listed at the end of the run; only CI grants one.
    retry: process.env.CI ? 1 : 0,
    // Waits end with what they wait for; a limit is for what never comes, also on a machine with other work.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Pages of the console are tested without movement: nothing there ends one.
    environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
  },
})
