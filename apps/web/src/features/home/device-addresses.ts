import { summaryBatteryBelow, summaryExpiresWithin } from '@fleetdeck/contract/devices'

export const deviceList = '/device/deviceList'
const toList = (filter: Record<string, string>) => `${deviceList}?${new URLSearchParams(filter)}`

/** The lists behind the figures. The device list shows assigned devices by default. */
export const deviceAddresses = {
  online: toList({ assStatus: '1', online: '1' }),
  offline: toList({ assStatus: '1', online: '0' }),
  trouble: toList({ assStatus: '1', trouble: '1' }),
  lowBattery: toList({ assStatus: '1', battery: String(summaryBatteryBelow) }),
  expiring: toList({ assStatus: '1', expiresWithin: String(summaryExpiresWithin) }),
  unassigned: toList({ assStatus: '0' }),
}
export type DeviceFigure = keyof typeof deviceAddresses
