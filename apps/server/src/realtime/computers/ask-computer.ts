import { randomUUID } from 'node:crypto'
import type { ComputerCommand } from '@fleetdeck/contract/computer-socket'
import type { ComputerId } from '@fleetdeck/contract/ids'
import type { Bus } from '../bus/bus.ts'
import { type ComputerAnswer, fromComputer, toComputer } from '../bus/messages.ts'

/** Sends a command to a computer, on whichever server it is, and waits for the answer. */
export async function askComputer(
  bus: Bus,
  { computerId, command }: { computerId: ComputerId; command: ComputerCommand },
  withinMs: number,
): Promise<ComputerAnswer | 'offline' | 'silent'> {
  const id = randomUUID()
  const answer = Promise.withResolvers<ComputerAnswer | 'silent'>()
  const stop = await fromComputer(bus, computerId).subscribe((message) => {
    if (message.id === id) answer.resolve(message)
  })
  const timer = setTimeout(() => answer.resolve('silent'), withinMs)
  try {
    const receivers = await toComputer(bus, computerId).publish({ kind: 'command', id, command })
    return receivers ? await answer.promise : 'offline'
  } finally {
    clearTimeout(timer)
    stop()
  }
}
