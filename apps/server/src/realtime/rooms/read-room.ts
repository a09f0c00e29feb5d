import { randomUUID } from 'node:crypto'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Bus } from '../bus/bus.ts'
import { fromPhone, type RoomState, toPhone } from '../bus/messages.ts'

/** The room of a phone, on whichever server it is; undefined when none has its socket, or none answers in time. */
export async function readRoom(
  bus: Bus,
  deviceId: DeviceId,
  withinMs: number,
): Promise<RoomState | undefined> {
  const viewer = randomUUID()
  const answer = Promise.withResolvers<RoomState | undefined>()
  const stop = await fromPhone(bus, deviceId).subscribe((event) => {
    if (event.kind === 'room' && event.to === viewer) answer.resolve(event)
  })
  const timer = setTimeout(() => answer.resolve(undefined), withinMs)
  try {
    const receivers = await toPhone(bus, deviceId).publish({ kind: 'look', viewer })
    return receivers ? await answer.promise : undefined
  } finally {
    clearTimeout(timer)
    stop()
  }
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
