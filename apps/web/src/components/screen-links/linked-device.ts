import type { DeviceId } from '@fleetdeck/contract/ids'

/** The device that a guest link is for. */
export interface LinkedDevice {
  id: DeviceId
  deviceNo: string
}
