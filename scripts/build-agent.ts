import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { offerOf } from './packages/agent-offer.ts'
import { agentPackage } from './packages/agent-package.ts'
import { archive } from './packages/archive.ts'
import { root } from './root.ts'

const agentPackageFolder = path.join(root, 'apps/agent/dist')
const sources = [
  'apps/agent/src/**',
  'apps/agent/package.json',
  'packages/!(testing)/src/**',
  'scripts/packages/**',
  'package-lock.json',
]

/** Builds the agent's package, if it is missing or older than one of its sources. */
export async function buildAgentIfStale(): Promise<void> {
  const built = path.join(agentPackageFolder, 'agent.json')
  if (existsSync(built) && !isOlderThanSources(statSync(built).mtimeMs)) return
  await buildAgent()
}

function isOlderThanSources(builtAt: number): boolean {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return files.some((name) => statSync(path.join(root, name)).mtimeMs > builtAt)
}

/** A server that reads it meanwhile gets the former or the new one. */
async function buildAgent(folder = agentPackageFolder): Promise<void> {
  const { manifest, files } = await agentPackage()
  const offer = offerOf(manifest.version, await archive(files))
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of offer) replace(path.join(folder, name), content)
  for (const name of globSync('*.tgz', { cwd: folder })) if (!offer.has(name)) rmSync(path.join(folder, name))
}

function replace(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.${process.pid}`, content)
  renameSync(`${file}.${process.pid}`, file)
}

if (import.meta.main) await buildAgent(process.argv[2])
