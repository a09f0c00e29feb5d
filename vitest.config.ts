import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx'],
    pool: 'forks',
    globalSetup: ['apps/server/src/testing/migrated-dump.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
