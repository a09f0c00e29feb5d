import { summaryBatteryBelow, summaryExpiresWithin } from '@fleetdeck/contract/devices'

export const deviceList = '/device/deviceList'
const toList = (filter: Record<string, string>) => `${deviceList}?${new URLSearchParams(filter)}`

/** The lists behind the figures. The device list shows assigned devices by default. */
export const deviceAddresses = {
  online: toList({ assStatus: '1', online: '1' }),
  offline: toList({ assStatus: '1', online: '0' }),
  trouble: toList({ assStatus: '1', trouble: '1' }),
  expiring: toList({ assStatus: '1', expiresWithin: String(summaryExpiresWithin) }),
}
export type DeviceFigure = keyof typeof deviceAddresses

/** The lists behind what needs somebody. */
export const lowBatteryList = toList({ assStatus: '1', battery: String(summaryBatteryBelow) })
export const mendList = toList({ assStatus: '1', toMend: 'any' })
export const unassignedList = toList({ assStatus: '0' })
