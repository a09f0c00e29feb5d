import type { WallLabel } from '@fleetdeck/contract/device-wall'
import type { DevicePlace } from '@fleetdeck/contract/devices'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { formatModel } from '../../../components/DeviceIdentity.tsx'
import { useSession } from '../../../ground/session-store.ts'
import type { MonitorRow } from '../monitor-view.ts'

export const labelTexts: Record<WallLabel, TextKey> = {
  state: 'device.state',
  battery: 'device.battery',
  model: 'device.model',
  group: 'device.group',
  owner: 'device.user',
  place: 'wall.place',
  task: 'device.task',
}

/** Shelf and slot, counted from 1; without a shelf computer and port. */
function placeText({ shelf, computer }: DevicePlace): string | null {
  if (shelf) return `${shelf.name} · ${shelf.slot + 1}`
  return computer && [computer.name, computer.port].filter(Boolean).join(' · ')
}

/** Each takes a line of the tile. */
const lines: Partial<Record<WallLabel, (row: MonitorRow) => string | null>> = {
  model: ({ device }) => formatModel(device),
  group: ({ device }) => device.groupName,
  owner: ({ device }) => device.userName,
  place: ({ device }) => placeText(device.place),
  task: ({ runtime }) => runtime.taskName,
}

export const linesOf = (labels: readonly WallLabel[]) => labels.flatMap((label) => lines[label] ?? [])
export const hasStrip = (labels: readonly WallLabel[]) =>
  labels.includes('state') || labels.includes('battery')

const storageKey = (name: string) => `wall-${name}:${useSession.getState().user?.userName ?? ''}`

/** A choice of this user in this browser. */
export function readChoice(name: string): string | null {
  return localStorage.getItem(storageKey(name))
}

export function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(storageKey(name), value)
  } catch {
    // A full storage must not interrupt the work.
  }
}
