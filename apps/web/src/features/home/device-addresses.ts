import { summaryBatteryBelow, summaryExpiresWithin } from '@fleetdeck/contract/devices'

export const deviceList = '/device/deviceList'
const listOf = (filter: Record<string, string>) => `${deviceList}?${new URLSearchParams(filter)}`

/** The lists behind the figures. The device list shows the assigned ones unless it is asked for the others. */
export const deviceAddresses = {
  online: listOf({ assStatus: '1', online: '1' }),
  offline: listOf({ assStatus: '1', online: '0' }),
  trouble: listOf({ assStatus: '1', trouble: '1' }),
  lowBattery: listOf({ assStatus: '1', battery: String(summaryBatteryBelow) }),
  expiring: listOf({ assStatus: '1', expiresWithin: String(summaryExpiresWithin) }),
  unassigned: listOf({ assStatus: '0' }),
}
export type DeviceFigure = keyof typeof deviceAddresses
