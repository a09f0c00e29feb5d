import type { Sheet } from '../../platform/crud/export-sheet.ts'
import type { listDevices } from './devices.queries.ts'

export const deviceSheet: Sheet<Awaited<ReturnType<typeof listDevices>>['list'][number]> = {
  name: 'devices',
  columns: [
    { title: 'device.number', value: (row) => row.deviceNo },
    { title: 'device.deviceId', value: (row) => row.deviceId },
    { title: 'device.brand', value: (row) => row.brand },
    { title: 'device.model', value: (row) => row.mode },
    { title: 'device.imei', value: (row) => row.imei },
    { title: 'device.ip', value: (row) => row.ip },
    { title: 'device.group', value: (row) => row.groupName },
    { title: 'device.user', value: (row) => row.userName },
    { title: 'device.status', value: (row, t) => t(row.status ? 'device.disabledStatus' : 'device.enabled') },
    {
      title: 'device.state',
      value: (row, t) => t(row.runtime.online ? 'device.isOnline' : 'device.isOffline'),
    },
    { title: 'device.battery', value: (row) => row.runtime.battery },
    {
      title: 'check.filter',
      value: ({ runtime }, t) => (runtime.toMend ?? []).map((code) => t(`check.${code}.mend`)).join('; '),
    },
    { title: 'device.expires', value: (row) => row.expireTime },
    { title: 'device.modified', value: (row) => row.gmtModified },
  ],
}
