import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from './access/sessions.ts'
import type { SiteChanges } from './access/site-changes.ts'
import type { Db } from './db/db.ts'
import type { FileStore } from './files/file-store.ts'
import type { DeviceEvents } from './fleet/device-events.ts'
import type { ParameterStore } from './parameters/parameter-store.ts'
import type { Hub } from './realtime/hub-types.ts'

/** What every feature is given. */
export interface Deps {
  db: Db
  parameters: ParameterStore
  sessions: Sessions
  files: FileStore
  hub: Hub
  /** What happened to devices, for their own pages. */
  events: DeviceEvents
  changes: SiteChanges
  log: FastifyBaseLogger
  captchaOff: boolean
}
