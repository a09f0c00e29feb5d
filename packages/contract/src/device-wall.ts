import { pageCall } from './calls.ts'
import { MonitorDevice, MonitorQuery } from './device-monitor.ts'

/** A user with access to the wall sees the screens of the devices in their scope. */
export const wallPermission = 'device/wall/list'

export const deviceWall = {
  list: pageCall('/device/wall/list', {
    row: MonitorDevice,
    query: MonitorQuery,
    permission: wallPermission,
  }),
} as const
