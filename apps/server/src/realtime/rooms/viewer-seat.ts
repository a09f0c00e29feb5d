import { ViewerSettings } from '@fleetdeck/contract/device-settings'
import type { RoomState } from '../bus/messages.ts'

/** The device's settings with the viewer's own choices; undefined when a choice is invalid. */
export function withChoices(settings: Record<string, string>, choices: Record<string, string>) {
  const known = Object.keys(ViewerSettings.shape)
  const chosen = Object.entries(choices).filter(([key]) => known.includes(key))
  const parsed = ViewerSettings.safeParse(Object.fromEntries(chosen))
  return parsed.success ? { ...settings, ...Object.fromEntries(chosen) } : undefined
}

/** How names are shown to one viewer. */
export interface ShownNames {
  /** A guest with a link, who chose the name. */
  guest(name: string): string
  /** Set for a guest, who gets no name of others. */
  other?: string
}

/** A guest chose the name, and must not be mistaken for a user. */
export const shownName = (
  { name, byLink }: Pick<RoomState['seats'][number], 'name' | 'byLink'>,
  guest: ShownNames['guest'],
): string => (byLink ? guest(name) : name)

/** The room as one of its members sees it. */
export function shownTo(viewer: string, room: RoomState, { guest, other }: ShownNames): RoomState {
  const seats = room.seats.map((seat) => {
    if (seat.viewer === viewer) return seat
    return { ...seat, name: other ?? shownName(seat, guest) }
  })
  const recording = room.recording && { ...room.recording, ...(other !== undefined && { by: other }) }
  return { ...room, seats, recording }
}

/** The members of the room, as sent to one of them. */
export function roomStateFor(viewer: string, { controller, seats, asking, recording }: RoomState) {
  const names = new Map(seats.map((seat) => [seat.viewer, seat.name]))
  const screenViewers = new Set(seats.filter(({ isWall }) => !isWall).map(({ name }) => name))
  return {
    action: 'roomState' as const,
    controller: controller === null ? null : (names.get(controller) ?? null),
    youControl: controller === viewer,
    // A viewer of the phone itself is not listed again for a wall.
    viewers: seats.filter(({ name, isWall }) => !(isWall && screenViewers.has(name))).map(({ name }) => name),
    asking: asking.map((other) => ({ viewer: other, name: names.get(other) ?? '' })),
    youAsk: asking.includes(viewer),
    recording,
  }
}
