import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from './access/sessions.ts'
import type { SiteChanges } from './access/site-changes.ts'
import type { Db } from './db/db.ts'
import type { DownloadGate } from './files/download-gate.ts'
import type { FileStore } from './files/file-store.ts'
import type { DeviceEvents } from './fleet/device-events.ts'
import type { PhoneAccess } from './fleet/phone-access.ts'
import type { SettingsCourier } from './fleet/settings-courier.ts'
import type { License } from './license/license.ts'
import type { ParameterStore } from './parameters/parameter-store.ts'
import type { Hub } from './realtime/hub-types.ts'
import type { SharedData } from './shared-data/shared-data.ts'

/** What every feature is given. */
export interface Deps {
  db: Db
  parameters: ParameterStore
  sessions: Sessions
  files: FileStore
  /** Of phones, on this server. */
  downloads: DownloadGate
  hub: Hub
  phones: PhoneAccess
  /** What happened to devices, for their own pages. */
  events: DeviceEvents
  changes: SiteChanges
  /** Brings phones the settings that they are to go by. */
  courier: SettingsCourier
  /** Items that are handed out, and temporary caches. */
  shared: SharedData
  license: License
  log: FastifyBaseLogger
  /** What this program is called among the servers of the installation. */
  serverName: string
  captchaOff: boolean
}
