import { randomUUID } from 'node:crypto'
import type { OrderedCommand } from '@fleetdeck/contract/computer-socket'
import type { ComputerId } from '@fleetdeck/contract/ids'
import { ask } from '../bus/ask.ts'
import type { Bus } from '../bus/bus.ts'
import { type ComputerAnswer, fromComputer, toComputer } from '../bus/messages.ts'

/** Sends a command to a computer, on whichever server it is, and waits for the answer. */
export function askComputer(
  bus: Bus,
  { computerId, command }: { computerId: ComputerId; command: OrderedCommand },
  withinMs: number,
): Promise<ComputerAnswer | 'offline' | 'silent'> {
  const id = randomUUID()
  return ask(toComputer(bus, computerId), { kind: 'command', id, command }, fromComputer(bus, computerId), {
    isAnswer: (message): message is ComputerAnswer => message.id === id,
    withinMs,
  })
}
