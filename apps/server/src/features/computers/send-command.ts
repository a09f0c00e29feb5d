import type { ComputerCommand, ComputerFailure } from '@fleetdeck/contract/computer-socket'
import { commandAnswerSeconds } from '@fleetdeck/contract/computer-socket'
import type { ErrorName } from '@fleetdeck/contract/errors'
import type { ComputerId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'

const failures = {
  unsupported: 'computerUnsupported',
  notThere: 'computerNotThere',
  notPermitted: 'computerNotPermitted',
  busy: 'computerBusy',
  noWifi: 'computerNoWifi',
  codeRefused: 'computerCodeRefused',
  failed: 'computerFailed',
} as const satisfies Record<ComputerFailure, ErrorName>

interface Ordered {
  id: ComputerId
  command: ComputerCommand
  /** What the agent last said that it can do. */
  can: readonly string[]
}

/**
 * Sends a command to a computer on any server and waits for its answer.
 *
 * @throws AppError computerOffline, computerSilent, or the failure that the computer names
 */
export async function sendCommand({ hub }: Deps, { id, command, can }: Ordered) {
  const connected = await hub.connectedComputers([id])
  if (!connected.has(id)) throw new AppError('computerOffline')
  if (!can.includes(command.type)) throw new AppError('computerUnsupported')
  const answer = await hub.askComputer(id, command)
  if (answer === 'offline') throw new AppError('computerOffline')
  if (answer === 'silent') throw new AppError('computerSilent', { seconds: commandAnswerSeconds })
  if (answer.action === 'commandFailed') throw new AppError(failures[answer.failure], { words: answer.words })
  const { lines, count, paired } = answer
  return { ...(lines && { lines }), ...(count !== undefined && { count }), ...(paired && { paired }) }
}
