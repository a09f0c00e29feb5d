import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UpdateFailure } from '@fleetdeck/contract/agent-package'

/** The package of an update. */
export interface Release {
  version: string
  /** Of its file, lower-case hex. */
  sha256: string
}

/** An update that was undone, or not begun. */
interface FailedUpdate extends Release {
  failure: UpdateFailure
  /** What the system said. */
  words: string
}

/** What is stored about updates in the agent's state folder. */
export interface ReleaseState {
  /** As `fingerprintOf` had it when this was stored: an agent that is installed by hand later takes over again. */
  installed: string
  /** Runs in place of the installed agent. */
  release: Release | null
  failed: FailedUpdate | null
}

export const releasesFolder = (stateDir: string) => join(stateDir, 'releases')
/** An npm package contains the folder `package`. */
export const packageFolder = (stateDir: string, { sha256 }: Release) =>
  join(releasesFolder(stateDir), sha256.slice(0, 16), 'package')
export const mainOf = (stateDir: string, release: Release) =>
  join(packageFolder(stateDir, release), 'dist/main.js')

const fileOf = (stateDir: string) => join(releasesFolder(stateDir), 'state.json')

/** Undefined without an update, and with a damaged file: the agent runs as it was installed. */
export function readReleaseState(stateDir: string): ReleaseState | undefined {
  try {
    const state: ReleaseState = JSON.parse(readFileSync(fileOf(stateDir), 'utf8'))
    const { installed, release, failed } = state
    const isWhole =
      typeof installed === 'string' && [release, failed].every((each) => each === null || isRelease(each))
    return isWhole ? state : undefined
  } catch {
    return undefined
  }
}

const isRelease = ({ version, sha256 }: Release) =>
  typeof version === 'string' && /^[\da-f]{64}$/.test(sha256)

export function writeReleaseState(stateDir: string, state: ReleaseState): void {
  mkdirSync(releasesFolder(stateDir), { recursive: true, mode: 0o700 })
  const draft = `${fileOf(stateDir)}.draft`
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, fileOf(stateDir))
}

/**
 * Changes when the agent is installed again: its version, and the time of its newest file.
 * @param main path of its main program
 */
export function fingerprintOf(main: string): string {
  const folder = dirname(main)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const newest = Math.max(...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs))
  return `${readPackage(dirname(folder)).version} ${Math.round(newest)}`
}

export interface PackageFacts {
  version: string
  dependencies?: Record<string, string>
  /** Used where they are installed. */
  peerDependencies?: Record<string, string>
}

export const readPackage = (folder: string): PackageFacts =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Where Node finds a package from this folder; undefined if it is not installed. */
export function findPackage(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (lstatSync(join(folder, 'package.json'), { throwIfNoEntry: false })) return folder
  return dirname(from) === from ? undefined : findPackage(name, dirname(from))
}
