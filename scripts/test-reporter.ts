import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

/** The summary of a run: the number of passed tests, the failures with reasons, and tests that only passed on retry. */
export interface TestRun {
  passed: number
  failed: Failure[]
  triedAgain: Failure[]
}
interface Failure {
  name: string
  errors: string[]
}

/** Writes the TestRun as JSON to the file named by TEST_RUN_FILE. */
class TestRunFile implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed')
    const failed = tests.filter((test) => test.result().state === 'failed')
    // Failures without a test: a file that cannot be loaded, a hook of a suite.
    const parts = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const run: TestRun = {
      passed: passed.length,
      failed: [
        ...failed.map((test) => failure(fullName(test), test.result().errors)),
        ...parts.map((part) => failure(fullName(part), part.errors())),
        failure('outside of tests', unhandled),
      ].filter(({ errors }) => errors.length > 0),
      triedAgain: passed
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => failure(fullName(test), test.result().errors)),
    }
    writeFileSync(process.env.TEST_RUN_FILE ?? 'test-run.json', JSON.stringify(run))
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter so.
export default TestRunFile

function fullName(part: TestCase | TestSuite | TestModule) {
  return part.type === 'module' ? part.relativeModuleId : `${part.module.relativeModuleId}: ${part.fullName}`
}

function failure(name: string, errors: readonly SerializedError[] = []): Failure {
  return { name, errors: errors.map((error) => error.stack ?? error.message) }
}
