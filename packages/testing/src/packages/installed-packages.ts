import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../../..')

export type PackageName = 'fleetdeck' | 'fleetdeck-agent'

export interface BuiltPackages {
  /** With the packages and their bills of materials. */
  folder: string
  remove(): Promise<void>
}

/** As a release is built. */
export async function buildPackages(): Promise<BuiltPackages> {
  const folder = await mkdtemp(path.join(tmpdir(), 'built-packages-'))
  execFileSync(process.execPath, [path.join(root, 'scripts/build-packages.ts'), folder], { cwd: root })
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

export interface Manifest {
  version: string
  dependencies: Record<string, string>
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))

/**
 * Installs a package into a folder as npm does, with nothing beside it but the packages that it names. They are those of
 * the repository, as no registry is needed then.
 *
 * @returns the folder of the package
 */
export async function installPackage(name: PackageName, from: string, folder: string): Promise<string> {
  const target = path.join(folder, 'node_modules', name)
  await mkdir(target, { recursive: true })
  execFileSync('tar', ['-xzf', path.join(from, `${name}.tgz`), '-C', target, '--strip-components=1'])
  for (const [each, version] of Object.entries((await readManifest(target)).dependencies)) {
    const installed = path.join(root, 'node_modules', each)
    const found = await readManifest(installed)
    if (found.version !== version) throw new Error(`${each} ${version} is needed, ${found.version} installed`)
    const place = path.join(folder, 'node_modules', each)
    await mkdir(path.dirname(place), { recursive: true })
    await symlink(installed, place)
  }
  return target
}
