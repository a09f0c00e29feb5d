import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentPackage } from '@fleetdeck/contract/agent-package'

/** Puts a package into this folder, as a build of the agent does for servers. */
export async function writeAgentPackage(
  folder: string,
  { version, content }: { version: string; content: Buffer },
): Promise<AgentPackage> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const facts = { version, sha256, size: content.length }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${sha256}.tgz`), content)
  await writeFile(join(folder, 'agent.json'), JSON.stringify(facts))
  return facts
}
