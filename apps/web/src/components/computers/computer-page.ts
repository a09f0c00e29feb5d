import type { ComputerId } from '@fleetdeck/contract/ids'

/** The address of a computer's details. */
export const computerPath = (id: ComputerId) => `/device/computer?computer=${id}`
