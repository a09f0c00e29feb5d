import { MonitorDevice, MonitorQuery } from './device-monitor.ts'
import { pageOf } from './endpoint.ts'

/** A user with access to the wall sees the screens of the devices in their scope. */
export const wallPermission = 'device/wall/list'

export const deviceWall = {
  list: {
    method: 'GET',
    path: '/device/wall/list',
    permission: wallPermission,
    query: MonitorQuery,
    data: pageOf(MonitorDevice),
  },
} as const
