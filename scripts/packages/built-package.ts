import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.ts'

export interface Manifest {
  name: string
  version: string
  license: string
  description: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface BuiltPackage {
  manifest: Manifest & Record<string, unknown>
  /** By path. */
  files: Map<string, string | Uint8Array>
  /** Folders of the packages that are part of its JavaScript, from the root of the repository. */
  packages: ReadonlySet<string>
}

/** @param folder from the root of the repository */
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))

export const manifestText = (manifest: BuiltPackage['manifest']): string =>
  `${JSON.stringify(manifest, null, 2)}\n`
