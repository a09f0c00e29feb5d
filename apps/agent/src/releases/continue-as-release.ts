import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environmentOf, runningRelease } from './release-environment.ts'
import {
  findPackage,
  fingerprintOf,
  mainOf,
  packageFolder,
  readPackage,
  readReleaseState,
} from './release-state.ts'

export const defaultStateDir = './data/agent'

/**
 * Runs the release of the last update in place of this program, which stays what npm, a terminal or a service manager
 * has started. Returns if there is none, if it cannot run any more, or if this program is one.
 *
 * @param main path of this program
 */
export function continueAsRelease(main: string): void {
  if (runningRelease() || typeof process.execve !== 'function') return
  const words = process.argv.slice(2)
  const { values } = parseArgs({ args: words, options: { state: { type: 'string' } }, strict: false })
  const stateDir = typeof values.state === 'string' ? values.state : defaultStateDir
  const { installed, release } = readReleaseState(stateDir) ?? {}
  if (!release || installed !== fingerprintOf(main)) return
  const program = mainOf(stateDir, release)
  if (!existsSync(program) || !hasDependencies(packageFolder(stateDir, release))) return
  const environment = environmentOf({ installedMain: main, sha256: release.sha256, isOnTrial: false })
  process.execve(process.execPath, [process.execPath, ...process.execArgv, program, ...words], environment)
}

/** Those of the installed agent may have been removed or replaced. */
function hasDependencies(folder: string): boolean {
  return Object.entries(readPackage(folder).dependencies ?? {}).every(([name, version]) => {
    const found = findPackage(name, folder)
    return found !== undefined && readPackage(found).version === version
  })
}
