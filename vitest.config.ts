import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx'],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    pool: 'forks',
    isolate: false,
    // Half of a test's time is waiting: for the disk, a hash, another process.
    maxWorkers: 2,
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    // As for journeys: a test without CPU time on a busy machine may be retried once; a test that fails twice fails.
    retry: 1,
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
  },
})
