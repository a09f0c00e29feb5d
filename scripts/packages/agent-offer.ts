import { createHash } from 'node:crypto'
import type { AgentPackage } from '@fleetdeck/contract/agent-package'

/** The files of the folder from which servers offer the agent's package: the package, and what they tell of it. */
export function offerOf(version: string, content: Buffer): Map<string, string | Uint8Array> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const facts: AgentPackage = { version, sha256, size: content.length }
  return new Map<string, string | Uint8Array>([
    [`${sha256}.tgz`, content],
    ['agent.json', `${JSON.stringify(facts, null, 2)}\n`],
  ])
}
