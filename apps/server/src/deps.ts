import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from './access/sessions.ts'
import type { SharedData } from './domain/data-items/shared-data.ts'
import type { DeviceEvents } from './domain/devices/device-events.ts'
import type { PhoneAccess } from './domain/devices/phone-access.ts'
import type { SettingsSync } from './domain/devices/settings-sync.ts'
import type { License } from './domain/license/license.ts'
import type { Db } from './platform/db/db.ts'
import type { DownloadLimiter } from './platform/files/download-limiter.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { ParameterStore } from './platform/parameters/parameter-store.ts'
import type { Hub } from './realtime/hub-types.ts'
import type { SiteChanges } from './realtime/site-changes.ts'

/** What every feature is given. */
export interface Deps {
  db: Db
  parameters: ParameterStore
  sessions: Sessions
  files: FileStore
  /** Of phones, on this server. */
  downloads: DownloadLimiter
  hub: Hub
  phones: PhoneAccess
  /** What happened to devices, for their own pages. */
  events: DeviceEvents
  changes: SiteChanges
  /** Brings phones the settings that they are to go by. */
  settingsSync: SettingsSync
  /** Items that are handed out, and temporary caches. */
  shared: SharedData
  license: License
  log: FastifyBaseLogger
  /** What this program is called among the servers of the installation. */
  serverName: string
  captchaOff: boolean
}
