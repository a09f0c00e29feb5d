import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.ts'

/** A package as package-lock.json has it. */
export interface LockedPackage {
  name?: string
  version: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
)

/** @param folder from the root of the repository */
export function lockedPackage(folder: string): LockedPackage {
  const found = packages[folder]
  if (!found) throw new Error(`${folder} is not in package-lock.json`)
  return found
}

/** The folder in which Node finds a package from another one's; undefined if it is not in package-lock.json. */
export function findLocked(name: string, from: string): string | undefined {
  const folder = path.posix.join(from, 'node_modules', name)
  if (packages[folder]) return folder
  return from === ''
    ? undefined
    : findLocked(name, from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$|[^/]+$/, '').replace(/\/$/, ''))
}

/** These exact versions are those with which a program is tested. */
export const lockedVersions = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.toSorted().map((name) => [name, lockedPackage(`node_modules/${name}`).version]))
