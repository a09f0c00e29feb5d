import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { AccessTokens } from './access/access-tokens.ts'
import { GuessLimit } from './access/guess-limit.ts'
import { Sessions } from './access/sessions.ts'
import { hubOptions } from './create-hub-options.ts'
import type { Deps } from './deps.ts'
import { AgentOffer, agentFolder } from './domain/computers/agent-offer.ts'
import { SharedData } from './domain/data-items/shared-data.ts'
import { DeviceEvents } from './domain/devices/device-events.ts'
import { FormerPhones } from './domain/devices/former-phones.ts'
import { PhoneAccess } from './domain/devices/phone-access.ts'
import { PhoneOrders } from './domain/devices/phone-orders.ts'
import { ScrcpyOffer } from './domain/devices/scrcpy-offer.ts'
import { SettingsSync } from './domain/devices/settings-sync.ts'
import { License } from './domain/license/license.ts'
import { AnswerWaits } from './domain/questions/answer-waits.ts'
import { RecordingFiles } from './domain/recordings/recording-files.ts'
import { ScriptSigner } from './domain/scripts/script-signer.ts'
import { StorageQuota } from './domain/storage/storage-quota.ts'
import type { Env } from './env.ts'
import type { Lifecycle } from './lifecycle.ts'
import { randomText } from './platform/core/passwords.ts'
import type { Seal } from './platform/core/seal.ts'
import type { OpenDb } from './platform/db/open-db.ts'
import { DownloadLimiter } from './platform/files/download-limiter.ts'
import { FileStore } from './platform/files/file-store.ts'
import { ParameterStore } from './platform/parameters/parameter-store.ts'
import { readClock } from './platform/scheduler/clock.queries.ts'
import type { ObjectStore } from './platform/storage/object-store.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { createHub } from './realtime/hub.ts'
import { SiteChanges } from './realtime/site-changes.ts'

export interface DepsOptions {
  open: OpenDb
  bus: Bus
  seal: Seal
  /** The files of all servers. */
  store: ObjectStore
  env: Pick<Env, 'captchaOff' | 'trustProxy' | 'dataDir'> &
    Partial<Pick<Env, 'licenseKey' | 'region' | 'ice'>>
  /** The name of this process among the servers of the installation. */
  serverName?: string
  /** Where the agent's package is, in place of the folder of the build. */
  agentFolder?: string
}

/** Creates the dependencies of every feature. The engines are registered first, so that they end last. */
export async function createDeps(
  app: FastifyInstance,
  options: DepsOptions,
  lifecycle: Lifecycle,
): Promise<Deps> {
  const { open, bus, env, seal, serverName, store } = options
  const { db } = open
  await readClock(db)
  const parameters = new ParameterStore(db, seal)
  await parameters.load()
  const sessions = new Sessions(db, parameters)
  const quota = new StorageQuota(db, parameters)
  const files = new FileStore(db, store, quota)
  const downloads = new DownloadLimiter(() => parameters.get('device.downloads'))
  const events = lifecycle.add(new DeviceEvents(db, app.log))
  const license = lifecycle.add(new License(db, { publicKey: env.licenseKey, log: app.log }))
  const guesses = await GuessLimit.open(bus, 'numbers')
  const phones = new PhoneAccess(db, parameters, new FormerPhones({ db, parameters, license, guesses }))
  const shared = lifecycle.add(new SharedData({ db, parameters, log: app.log, counts: bus }))
  const engines = {
    db,
    seal,
    parameters,
    sessions,
    accessTokens: new AccessTokens(db, await GuessLimit.open(bus, 'tokens'), (paces) =>
      shared.pace.count(paces),
    ),
    files,
    recordingFiles: new RecordingFiles(store),
    quota,
    downloads,
    events,
    phones,
    phoneOrders: new PhoneOrders(db),
    signer: await ScriptSigner.open(db, seal),
    scrcpyOffer: lifecycle.add(await ScrcpyOffer.open({ db, bus, log: app.log })),
    agentOffer: await AgentOffer.open(options.agentFolder ?? agentFolder, app.log),
    shared,
    log: app.log,
    license,
    answerWaits: lifecycle.add(await AnswerWaits.open(bus)),
    serverName: serverName ?? `${hostname()}:${randomText(6)}`,
    region: env.region,
    captchaOff: env.captchaOff,
    secretGuesses: await GuessLimit.open(bus, 'secrets'),
    linkGuesses: await GuessLimit.open(bus, 'links'),
  }
  const hub = await createHub({
    ...hubOptions({ ...engines, dataDir: env.dataDir, ice: env.ice }, env.trustProxy),
    server: app.server,
    bus,
  })
  engines.scrcpyOffer.notify(hub)
  const settingsSync = lifecycle.add(new SettingsSync({ db, hub, parameters, log: app.log }))
  const changes = new SiteChanges({ sessions, hub, bus })
  return { ...engines, hub, changes, settingsSync }
}
