import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AgentPackage, agentFileName } from '@fleetdeck/contract/agent-package'
import { compareVersions } from '../../platform/core/compare-versions.ts'
import type { ErrorLog } from '../../platform/core/in-background.ts'

/** Where a build puts the agent's package. */
export const agentFolder = fileURLToPath(new URL('../../../../agent/dist', import.meta.url))

interface Running {
  agentVersion: string
  /** SHA-256 of the package that it runs; null: the agent as it was installed. */
  release: string | null
}

/** The agent's package that comes with this server, for the computers that run the agent. */
export class AgentOffer {
  readonly package: AgentPackage | null
  readonly #content: Buffer | undefined

  private constructor(offered?: { facts: AgentPackage; content: Buffer }) {
    this.package = offered?.facts ?? null
    this.#content = offered?.content
  }

  /** In memory, so that a build meanwhile changes nothing. Without a package nothing is offered. */
  static async open(folder: string, log: ErrorLog): Promise<AgentOffer> {
    try {
      const facts = AgentPackage.parse(JSON.parse(await readFile(path.join(folder, 'agent.json'), 'utf8')))
      const content = await readFile(path.join(folder, `${facts.sha256}.tgz`))
      const sha256 = createHash('sha256').update(content).digest('hex')
      if (sha256 !== facts.sha256) throw new Error(`SHA-256 ${sha256} ≠ ${facts.sha256}`)
      return new AgentOffer({ facts, content })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.error({ err: error }, 'the package of the agent cannot be read')
      return new AgentOffer()
    }
  }

  /** The name of its file for npm. */
  get fileName(): string | undefined {
    return this.package ? agentFileName(this.package.version) : undefined
  }

  contentOf(sha256: string): Buffer | undefined {
    return sha256 === this.package?.sha256 ? this.#content : undefined
  }

  /** The package, unless an agent runs it already, or a newer one. */
  for({ agentVersion, release }: Running): AgentPackage | null {
    const offered = this.package
    if (!offered || offered.sha256 === release || compareVersions(offered.version, agentVersion) < 0)
      return null
    return offered
  }

  /** Whether what it offers is newer; an agent as it was installed is the same build if it has the same version. */
  isNewerThan({ agentVersion, release }: Running): boolean {
    const offered = this.for({ agentVersion, release })
    return offered !== null && (release !== null || compareVersions(offered.version, agentVersion) > 0)
  }
}
