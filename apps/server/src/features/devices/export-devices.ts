import type { UserId } from '@fleetdeck/contract/ids'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FileStore } from '../../platform/files/file-store.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { text } from '../../platform/http/language.ts'
import type { listDevices } from './devices.queries.ts'

type Row = Awaited<ReturnType<typeof listDevices>>['list'][number]

export function exportDevices(
  files: FileStore,
  { rows, ownerId, language }: { rows: Row[]; ownerId: UserId; language: Language },
) {
  return exportRows(files, {
    name: 'devices',
    ownerId,
    rows,
    columns: [
      { title: text(language, 'device.number'), value: (row) => row.deviceNo },
      { title: text(language, 'device.deviceId'), value: (row) => row.deviceId },
      { title: text(language, 'device.brand'), value: (row) => row.brand },
      { title: text(language, 'device.model'), value: (row) => row.mode },
      { title: text(language, 'device.imei'), value: (row) => row.imei },
      { title: text(language, 'device.ip'), value: (row) => row.ip },
      { title: text(language, 'device.group'), value: (row) => row.groupName },
      { title: text(language, 'device.user'), value: (row) => row.userName },
      {
        title: text(language, 'device.status'),
        value: (row) => text(language, row.status ? 'device.disabledStatus' : 'device.enabled'),
      },
      {
        title: text(language, 'device.state'),
        value: (row) => text(language, row.runtime.online ? 'device.isOnline' : 'device.isOffline'),
      },
      { title: text(language, 'device.battery'), value: (row) => row.runtime.battery },
      { title: text(language, 'device.expires'), value: (row) => row.expireTime?.toISOString() },
      { title: text(language, 'device.modified'), value: (row) => row.gmtModified.toISOString() },
    ],
  })
}
