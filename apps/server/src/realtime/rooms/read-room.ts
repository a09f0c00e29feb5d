import { randomUUID } from 'node:crypto'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Bus } from '../bus/bus.ts'
import type { RoomState } from '../bus/messages.ts'
import { askPhone } from './ask-phone.ts'

/** The room of a phone, on whichever server it is; undefined when none has its socket, or none answers in time. */
export function readRoom(bus: Bus, deviceId: DeviceId, withinMs: number): Promise<RoomState | undefined> {
  const viewer = randomUUID()
  return askPhone(bus, deviceId, { kind: 'look', viewer }, { kind: 'room', to: viewer, withinMs })
}

/**
 * Who controls the phone while this user has its screen open and does not; tiles of walls and guests with a link, who
 * choose their names, do not count.
 */
export function controllerBefore(
  userName: string,
  { controller, seats: all }: RoomState,
): string | undefined {
  const seats = all.filter(({ byLink }) => !byLink)
  const holder = seats.find(({ viewer }) => viewer === controller)?.name
  if (holder === undefined || holder === userName) return undefined
  return seats.some(({ name, isWall }) => name === userName && !isWall) ? holder : undefined
}
