import type { ComputerId } from '@fleetdeck/contract/ids'

/** The address of a computer's details. */
export const computerPath = (id: ComputerId) => `/device/computer?computer=${id}`

/** The list of the devices whose phones hang at it. */
export const computerDevices = (id: ComputerId) => `/device/deviceList?assStatus=1&computerId=${id}`
