import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: process.env.PICTURES ? ['pictures.ts'] : ['**/*.test.ts'],
    globalSetup: ['../apps/server/src/testing/migrated-dump.ts'],
    pool: 'forks',
    // Journeys wait most of the time.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
