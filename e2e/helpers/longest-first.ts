import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Journeys that take a worker longest, run first so that none runs alone at the end. */
const longest = ['pages.test.ts', 'projection.test.ts', 'system.test.ts']

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.includes(path.basename(moduleId))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
