import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx'],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    pool: 'forks',
    isolate: false,
    // Much of what a test takes is waiting: for an event, a hash, another process.
    maxWorkers: 3,
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    retry: 0,
    // Waits end with what they wait for; a limit is for what never comes, also on a machine with other work.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Pages of the console are tested without movement: nothing there ends one.
    environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
  },
})
