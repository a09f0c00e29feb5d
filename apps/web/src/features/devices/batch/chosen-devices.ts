import type { DeviceSelection } from '@fleetdeck/contract/device-batches'
import type { Device } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { AllMatching } from '../../../crud/use-selection.ts'
import { deviceNameOf } from '../use-device-commands.ts'
import type { Batch } from './use-device-batch.tsx'

/** The devices that a batch applies to. */
export interface ChosenDevices {
  selection: DeviceSelection
  count: number
  /** Names, if known. */
  names: string[]
  /** The devices with a given status, if all rows are known. */
  idsAt: (status: Status) => DeviceId[]
}

/** The checked rows, or all that match the filters, which the server validates. */
export function toChosenDevices(rows: readonly Device[], all: AllMatching | undefined): ChosenDevices {
  if (all) {
    const filter = all.conditions as Extract<DeviceSelection, { filter: unknown }>['filter']
    return { selection: { filter }, count: all.total, names: [], idsAt: () => [] }
  }
  return {
    selection: { ids: rows.map(({ id }) => id) },
    count: rows.length,
    names: rows.map(deviceNameOf),
    idsAt: (status) => rows.filter((row) => row.status === status).map(({ id }) => id),
  }
}

/** The reverse of a change of status, of the devices that it changes: those that have this status. */
export function toUndo({ idsAt }: Pick<ChosenDevices, 'idsAt'>, before: Status): Batch['undo'] {
  const ids = idsAt(before)
  const action = before === Status.off ? 'disable' : 'enable'
  return ids.length > 0 ? { action: { action }, selection: { ids } } : undefined
}
