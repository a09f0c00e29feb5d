import type { FastifyBaseLogger } from 'fastify'
import type { AccessTokens } from './access/access-tokens.ts'
import type { GuessLimit } from './access/guess-limit.ts'
import type { Sessions } from './access/sessions.ts'
import type { AgentOffer } from './domain/computers/agent-offer.ts'
import type { SharedData } from './domain/data-items/shared-data.ts'
import type { DeviceEvents } from './domain/devices/device-events.ts'
import type { PhoneAccess } from './domain/devices/phone-access.ts'
import type { PhoneOrders } from './domain/devices/phone-orders.ts'
import type { ScrcpyOffer } from './domain/devices/scrcpy-offer.ts'
import type { SettingsSync } from './domain/devices/settings-sync.ts'
import type { License } from './domain/license/license.ts'
import type { AnswerWaits } from './domain/questions/answer-waits.ts'
import type { RecordingFiles } from './domain/recordings/recording-files.ts'
import type { ScriptSigner } from './domain/scripts/script-signer.ts'
import type { StorageQuota } from './domain/storage/storage-quota.ts'
import type { Seal } from './platform/core/seal.ts'
import type { Db } from './platform/db/db.ts'
import type { DownloadLimiter } from './platform/files/download-limiter.ts'
import type { FileStore } from './platform/files/file-store.ts'
import type { ParameterStore } from './platform/parameters/parameter-store.ts'
import type { Hub } from './realtime/hub-types.ts'
import type { SiteChanges } from './realtime/site-changes.ts'

/** Dependencies of every feature. */
export interface Deps {
  db: Db
  /** Seals secrets for the database, and opens them. */
  seal: Seal
  parameters: ParameterStore
  sessions: Sessions
  accessTokens: AccessTokens
  files: FileStore
  recordingFiles: RecordingFiles
  quota: StorageQuota
  /** Phones connected to this server. */
  downloads: DownloadLimiter
  hub: Hub
  phones: PhoneAccess
  phoneOrders: PhoneOrders
  /** Signs scripts for phones. */
  signer: ScriptSigner
  /** Device events, for the pages of the devices. */
  events: DeviceEvents
  changes: SiteChanges
  /** Sends phones their settings. */
  settingsSync: SettingsSync
  /** Tells phones about scrcpy's server file. */
  scrcpyOffer: ScrcpyOffer
  /** The agent's package that comes with this server. */
  agentOffer: AgentOffer
  /** Leased items and temporary caches. */
  shared: SharedData
  license: License
  /** Phones that wait for answers of operators. */
  answerWaits: AnswerWaits
  log: FastifyBaseLogger
  /** The name of this process among the servers of the installation. */
  serverName: string
  /** Where this server is, and at which address agents reach the servers there. */
  region: { name: string; url: string | undefined } | undefined
  captchaOff: boolean
  /** Wrong enrolment keys. */
  secretGuesses: GuessLimit
  /** Wrong links of guests. */
  linkGuesses: GuessLimit
}
