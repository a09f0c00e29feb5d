import { configDefaults, defineConfig } from 'vitest/config'

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
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A browser that starves on a busy machine is not what a journey is about; one that fails twice fails.
    retry: 1,
    expect: { poll: { timeout: 15_000 } },
  },
})
