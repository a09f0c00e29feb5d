import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a worker longest, the longest first: run last, one of them would run alone at the end. */
const longest = [
  // A worker runs files of one environment only: these end before the others share the workers.
  'crud-page.test.tsx',
  'pickers.test.tsx',
  'outage.test.tsx',
  'test-restores.test.ts',
  'outages.test.ts',
  'main.test.ts',
  'backup.test.ts',
  'endpoint-scopes.test.ts',
  'template.test.ts',
  'pages.test.ts',
  'projection.test.ts',
  'demo.test.ts',
  'dev.test.ts',
  'real-phone.test.ts',
  'back-office-rights.test.ts',
  'alarms.test.ts',
  'system.test.ts',
]
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.indexOf(path.basename(moduleId))
  return rank < 0 ? longest.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
