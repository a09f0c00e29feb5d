import { configDefaults, defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Tests that take minutes by nature: crashes, many cycles, a whole generated project. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['{apps,packages,e2e}/**/*.long.test.ts'],
    exclude: configDefaults.exclude,
  },
})
