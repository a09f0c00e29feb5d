import type { DeviceSelection } from '@fleetdeck/contract/device-batches'
import type { Device } from '@fleetdeck/contract/devices'
import type { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { AllMatching } from '../../../crud/use-selection.ts'
import { deviceNameOf } from '../use-device-commands.ts'

/** What a batch is to be done to. */
export interface ChosenDevices {
  selection: DeviceSelection
  count: number
  /** Names of those that are known. */
  names: string[]
  /** Those with a given status, if all are known. */
  idsAt: (status: Status) => DeviceId[]
}

/** The rows that were ticked, or all that the conditions find. The server checks the conditions. */
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
