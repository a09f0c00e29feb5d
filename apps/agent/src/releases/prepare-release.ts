import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { agentPackageFile, maxAgentPackageBytes, type UpdateFailure } from '@fleetdeck/contract/agent-package'
import { findProgram, runProgram } from '../computer/run-program.ts'
import { fetchBySha256 } from '../download.ts'
import { errorMessage } from '../notice.ts'
import type { ServerChoice } from '../servers.ts'
import {
  findPackage,
  mainOf,
  packageFolder,
  type Release,
  readPackage,
  releasesFolder,
} from './release-state.ts'

/** An update that cannot be done, or that was undone. */
export class UpdateRefused extends Error {
  readonly failure: UpdateFailure

  constructor(failure: UpdateFailure, message = '') {
    super(message)
    this.failure = failure
  }
}

export interface PrepareSettings {
  stateDir: string
  servers: Pick<ServerChoice, 'current'>
  /** Of the computer. */
  token: string
  /** Path of the main program that was installed on the computer. */
  installedMain: string
}

const unpackMs = 60_000
const installMs = 10 * 60_000

/**
 * Downloads a package of the agent, checks and unpacks it, and gives it the packages that it needs: those of the
 * installed agent, or others of its own when it needs other versions. Other releases stay as they are.
 *
 * @throws UpdateRefused
 */
export async function prepareRelease(settings: PrepareSettings, sha256: string): Promise<Release> {
  const { stateDir } = settings
  const target = packageFolder(stateDir, { sha256, version: '' })
  const folder = dirname(target)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'agent.tgz')
  await refusedAs('download', async () => {
    await download(settings, { file, sha256 })
    await runProgram('tar', ['-xzf', file, '-C', folder], { limitMs: unpackMs })
    await rm(file)
    if (!existsSync(mainOf(stateDir, { sha256, version: '' }))) throw new Error('dist/main.js is missing')
  })
  await refusedAs('dependencies', () => addDependencies(target, settings.installedMain))
  return { version: readPackage(target).version, sha256 }
}

/** Removes all releases but this one. */
export async function cleanReleases(stateDir: string, kept: Release | undefined): Promise<void> {
  const folder = releasesFolder(stateDir)
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory() && entry.name !== kept?.sha256.slice(0, 16))
      await rm(join(folder, entry.name), { recursive: true, force: true })
}

async function download(
  { servers, token }: PrepareSettings,
  { file, sha256 }: { file: string; sha256: string },
) {
  const address = new URL(agentPackageFile.path.replace(':sha256', sha256), servers.current)
  const headersFor = () => ({ authorization: `Bearer ${token}` })
  await fetchBySha256(file, address, { sha256, headersFor, servers, limitBytes: maxAgentPackageBytes })
}

async function addDependencies(folder: string, installedMain: string): Promise<void> {
  const { dependencies = {}, peerDependencies = {} } = readPackage(folder)
  const from = dirname(resolve(installedMain))
  const found = (wanted: Record<string, string>) =>
    Object.entries(wanted).map(([name, version]) => {
      const path = findPackage(name, from)
      return { name, path: path && readPackage(path).version === version ? path : undefined }
    })
  const needed = found(dependencies)
  if (needed.some(({ path }) => path === undefined)) return installDependencies(folder)
  for (const { name, path } of [...needed, ...found(peerDependencies)])
    if (path !== undefined) await link(path, join(folder, 'node_modules', name))
}

async function link(path: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  await symlink(path, place, 'junction')
}

async function installDependencies(folder: string): Promise<void> {
  const npm = await findProgram('npm')
  if (!npm) throw new Error('npm: ENOENT')
  const words = [
    'install',
    '--prefix',
    folder,
    '--omit=dev',
    '--omit=peer',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  await runProgram(npm, words, { limitMs: installMs })
}

async function refusedAs(failure: UpdateFailure, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new UpdateRefused(failure, errorMessage(error))
  }
}
