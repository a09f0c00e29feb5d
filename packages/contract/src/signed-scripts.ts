import type { HotForPhone } from './hot-scripts.ts'
import type { PhoneOrder } from './phone-socket.ts'

type SignedOrder = Omit<Extract<PhoneOrder, { action: 'task' }>, 'signature' | 'author'>
type SignedHot = Pick<HotForPhone, 'scriptId' | 'version' | 'sha256' | 'modules'>

/** A script without modules is signed as before there were any. */
const modulesOf = ({ modules = [] }: Pick<SignedOrder, 'modules'>) =>
  modules.length ? [modules.map(({ name, fileName, sha256 }) => [name, fileName, sha256])] : []

/**
 * The text that the installation signs for one phone, named by the hash of its token. The first line names the purpose,
 * so that a signature serves no other; the last is everything that decides what runs, as JSON.
 */
export const signedScripts = {
  order: (tokenHash: string, order: SignedOrder) => {
    const { runId, scriptId, scriptName, scriptVersion, scriptSha256, valueJson, limits } = order
    const values = Object.entries(valueJson).sort(([one], [other]) => (one < other ? -1 : 1))
    const { timeoutSeconds, memoryMegabytes, stackKilobytes, httpHosts = [] } = limits
    const bounds = [timeoutSeconds, memoryMegabytes, stackKilobytes, httpHosts]
    const parts = [
      runId,
      scriptId,
      scriptName,
      scriptVersion,
      scriptSha256,
      values,
      bounds,
      ...modulesOf(order),
    ]
    return ['fleetdeck script 1', tokenHash, JSON.stringify(parts)].join('\n')
  },
  hot: (tokenHash: string, hot: SignedHot) => {
    const parts = [hot.scriptId, hot.version, hot.sha256, ...modulesOf(hot)]
    return ['fleetdeck hot script 1', tokenHash, JSON.stringify(parts)].join('\n')
  },
  /** By the installation: a package of the agent. */
  agent: (sha256: string) => `fleetdeck agent 1\n${sha256}`,
  /** By an author: the file, whichever script or version it is. */
  authored: (sha256: string) => `fleetdeck author 1\n${sha256}`,
  /** By an author: another author. */
  endorsed: (publicKey: string) => `fleetdeck endorsement 1\n${publicKey}`,
}
