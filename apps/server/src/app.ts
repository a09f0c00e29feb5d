import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { AccessTokens } from './access/access-tokens.ts'
import { Sessions } from './access/sessions.ts'
import { hubOptions } from './create-hub-options.ts'
import type { Deps } from './deps.ts'
import { SharedData } from './domain/data-items/shared-data.ts'
import { DeviceEvents } from './domain/devices/device-events.ts'
import { PhoneAccess } from './domain/devices/phone-access.ts'
import { SettingsSync } from './domain/devices/settings-sync.ts'
import { License } from './domain/license/license.ts'
import type { Env } from './env.ts'
import { accessTokenRoutes } from './features/access-tokens/access-tokens.routes.ts'
import { alarmMessageRoutes } from './features/alarms/alarm-messages.routes.ts'
import { AlarmMonitor } from './features/alarms/alarm-monitor.ts'
import { AlarmSender } from './features/alarms/alarm-sender.ts'
import { alarmSettingRoutes } from './features/alarms/alarm-settings.routes.ts'
import { alarmRoutes } from './features/alarms/alarms.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { backupRoutes } from './features/backups/backups.routes.ts'
import { cacheMonitorRoutes } from './features/cache-monitor/cache-monitor.routes.ts'
import { cacheRoutes } from './features/caches/caches.routes.ts'
import { codeGeneratorRoutes } from './features/code-generator/code-generator.routes.ts'
import { CommandDelivery } from './features/commands/command-delivery.ts'
import { commandResultRoutes } from './features/commands/command-result.routes.ts'
import { commandRoutes } from './features/commands/commands.routes.ts'
import { dataGroupRoutes } from './features/data-groups/data-groups.routes.ts'
import { dataImportRoutes } from './features/data-items/data-import.routes.ts'
import { dataItemRoutes } from './features/data-items/data-items.routes.ts'
import { databaseMonitorRoutes } from './features/database-monitor/database-monitor.routes.ts'
import { departmentRoutes } from './features/departments/departments.routes.ts'
import { deviceApiRoutes } from './features/device-api/device-api.routes.ts'
import { followPhones } from './features/device-api/follow-phones.ts'
import { RuntimeRecorder } from './features/device-api/runtime-recorder.ts'
import { deviceGroupRoutes } from './features/device-groups/device-groups.routes.ts'
import { deviceMonitorRoutes } from './features/device-monitor/device-monitor.routes.ts'
import { HistoryRecorder } from './features/device-monitor/history-recorder.ts'
import { deviceBatchRoutes } from './features/devices/batch/device-batches.routes.ts'
import { deviceRoutes } from './features/devices/devices.routes.ts'
import { dictItemRoutes } from './features/dictionaries/dict-items.routes.ts'
import { dictTypeRoutes } from './features/dictionaries/dict-types.routes.ts'
import { dynamicDataRoutes } from './features/dynamic-data/dynamic-data.routes.ts'
import { dynamicTableRoutes } from './features/dynamic-tables/dynamic-tables.routes.ts'
import { fileRoutes } from './features/files/files.routes.ts'
import { formRoutes } from './features/forms/forms.routes.ts'
import { hotScriptRoutes } from './features/hot-scripts/hot-scripts.routes.ts'
import { licenseRoutes } from './features/license/prod.routes.ts'
import { loginLogRoutes } from './features/login-logs/login-logs.routes.ts'
import { menuRoutes } from './features/menus/menus.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { onlineUserRoutes } from './features/online-users/online-users.routes.ts'
import { operationLogRoutes } from './features/operation-logs/operation-logs.routes.ts'
import { OperationRecorder } from './features/operation-logs/operation-recorder.ts'
import { parameterRoutes } from './features/parameters/parameters.routes.ts'
import { siteConfigRoutes } from './features/parameters/site-config.routes.ts'
import { permissionRoutes } from './features/permissions/permissions.routes.ts'
import { platformRoutes } from './features/platforms/platforms.routes.ts'
import { postRoutes } from './features/posts/posts.routes.ts'
import { profileRoutes } from './features/profile/profile.routes.ts'
import { Recorder } from './features/recordings/recorder.ts'
import { recordingRoutes } from './features/recordings/recordings.routes.ts'
import { registerRoutes } from './features/register/register.routes.ts'
import { roleUserRoutes } from './features/roles/role-users.routes.ts'
import { roleRoutes } from './features/roles/roles.routes.ts'
import { jobLogRoutes } from './features/scheduled-jobs/job-logs.routes.ts'
import { JobRunner } from './features/scheduled-jobs/job-runner.ts'
import { scheduledJobRoutes } from './features/scheduled-jobs/scheduled-jobs.routes.ts'
import { scriptExceptionRoutes } from './features/script-exceptions/script-exceptions.routes.ts'
import { scriptRoutes } from './features/scripts/scripts.routes.ts'
import { serviceMonitorRoutes } from './features/service-monitor/service-monitor.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { siteRoutes } from './features/site/site.routes.ts'
import { TaskEngine } from './features/tasks/task-engine.ts'
import { taskRoutes } from './features/tasks/tasks.routes.ts'
import { userImportRoutes } from './features/user-import/user-import.routes.ts'
import { userCloudRoutes } from './features/users/user-cloud.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { jobHandlers } from './job-handlers.ts'
import { Backups } from './platform/backup/backups.ts'
import { AppError } from './platform/core/app-error.ts'
import { randomText } from './platform/core/passwords.ts'
import type { OpenDb } from './platform/db/open-db.ts'
import { permissionPages } from './platform/db/seed/permission-pages.ts'
import { DownloadLimiter } from './platform/files/download-limiter.ts'
import { FileStore } from './platform/files/file-store.ts'
import { answerErrors } from './platform/http/answer-errors.ts'
import { guardRoutes } from './platform/http/guard.ts'
import { openApi } from './platform/http/open-api.ts'
import { logOperations } from './platform/http/operation-log.ts'
import { answerProbes } from './platform/http/probes.ts'
import { refuseRepeatedWrites } from './platform/http/repeated-writes.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import { MetricsCollector } from './platform/metrics/metrics-collector.ts'
import { ParameterStore } from './platform/parameters/parameter-store.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { createHub } from './realtime/hub.ts'
import { SiteChanges } from './realtime/site-changes.ts'

export interface AppOptions {
  open: OpenDb
  bus: Bus
  env: Pick<Env, 'captchaOff' | 'trustProxy' | 'tls' | 'dataDir'> &
    Partial<Pick<Env, 'health' | 'metricsToken' | 'licenseKey' | 'apiDocument'>>
  /** The name of this process among the servers of the installation. */
  serverName?: string
  /** pino level; tests are silent. */
  logLevel?: string
}

export interface RunningApp {
  app: FastifyInstance
  deps: Deps
  commands: CommandDelivery
  jobs: JobRunner
  meter: MetricsCollector
  /** Writes what is buffered in memory; close() does so too. */
  flush(): Promise<void>
  /** Closes sockets with a reason, then writes everything that is buffered. The database stays open. */
  close(): Promise<void>
}

export async function buildApp(options: AppOptions): Promise<RunningApp> {
  const app = createServer(options)
  const { deps, hub, unfollow } = await createDeps(app, options)
  const operations = new OperationRecorder(deps.db, app.log)
  const recorder = new RuntimeRecorder(deps)
  const history = new HistoryRecorder(deps)
  const delivery = new CommandDelivery(deps)
  const alarmMonitor = new AlarmMonitor(deps)
  const alarmSender = new AlarmSender(deps)
  const recordings = new Recorder(deps, path.join(options.env.dataDir, 'recordings'))
  operations.follow(hub)
  followPhones(deps, recorder)
  const tasks = new TaskEngine(deps)
  const upkeep = startUpkeep(app, deps, { options, recorder, recordings })
  const { jobs, meter } = upkeep

  await prepare(app, options, { deps, operations })

  sessionRoutes(app, deps)
  authRoutes(app, deps)
  registerRoutes(app, deps)
  profileRoutes(app, deps)
  licenseRoutes(app, deps)
  siteRoutes(app, deps)
  userRoutes(app, deps)
  userCloudRoutes(app, deps)
  userImportRoutes(app, deps)
  roleRoutes(app, deps)
  roleUserRoutes(app, deps)
  departmentRoutes(app, deps)
  postRoutes(app, deps)
  deviceAreaRoutes(app, deps, recordings)
  deviceApiRoutes(app, deps, { recorder, delivery, tasks: tasks.reports })
  dataGroupRoutes(app, deps)
  dataItemRoutes(app, deps)
  dataImportRoutes(app, deps)
  cacheRoutes(app, deps)
  dynamicTableRoutes(app, deps)
  dynamicDataRoutes(app, deps)
  commandRoutes(app, deps, delivery)
  commandResultRoutes(app, deps)
  taskAreaRoutes(app, deps, tasks)
  alarmRoutes(app, deps)
  alarmSettingRoutes(app, deps)
  alarmMessageRoutes(app, deps, alarmSender)
  fileRoutes(app, deps)
  menuRoutes(app, deps)
  dictTypeRoutes(app, deps)
  dictItemRoutes(app, deps)
  parameterRoutes(app, deps)
  noticeRoutes(app, deps)
  operationLogRoutes(app, deps)
  loginLogRoutes(app, deps)
  onlineUserRoutes(app, deps)
  rightsRoutes(app, deps)
  upkeepRoutes(app, deps, { options, ...upkeep })
  await serveWeb(app)

  const flush = async () => {
    await Promise.all([recorder.flush(), operations.flush(), delivery.flush(), tasks.reports.flush()])
    await deps.events.flush()
  }
  const close = async () => {
    await Promise.all([
      jobs.close(),
      tasks.close(),
      meter.close(),
      history.close(),
      alarmMonitor.close(),
      alarmSender.close(),
      recordings.close(),
    ])
    unfollow()
    await hub.close()
    await app.close()
    await Promise.all([recorder.close(), operations.close(), deps.settingsSync.close(), delivery.close()])
    await Promise.all([deps.events.close(), deps.shared.close(), deps.license.close()])
  }
  return { app, deps, commands: delivery, jobs, meter, flush, close }
}

/** The feature generator; generated features are added below it. */
function toolRoutes(app: FastifyInstance, deps: Deps): void {
  codeGeneratorRoutes(app, deps)
}

/** Access: users, roles and tokens. */
function rightsRoutes(app: FastifyInstance, deps: Deps): void {
  permissionRoutes(app, deps)
  accessTokenRoutes(app, deps)
  formRoutes(app, deps)
}

/** Logs. */
interface Collectors {
  recorder: RuntimeRecorder
  recordings: Recorder
}

/** Maintenance of the installation. */
function startUpkeep(
  app: FastifyInstance,
  deps: Deps,
  { options, recorder, recordings }: Collectors & { options: AppOptions },
) {
  const { dataDir } = options.env
  const meter = new MetricsCollector(app, { ...deps, dataDir })
  const backups = new Backups({ open: options.open, dataDir })
  const jobs = new JobRunner(deps, jobHandlers(deps, { recorder, recordings, backups }))
  return { meter, backups, jobs }
}

/** For operators of the installation. */
function upkeepRoutes(
  app: FastifyInstance,
  deps: Deps,
  { options, jobs, meter, backups }: ReturnType<typeof startUpkeep> & { options: AppOptions },
) {
  toolRoutes(app, deps)
  siteConfigRoutes(app, deps)
  scheduledJobRoutes(app, deps, jobs)
  jobLogRoutes(app, deps)
  backupRoutes(app, backups, jobs)
  serviceMonitorRoutes(app, deps)
  databaseMonitorRoutes(app, deps, options.open)
  cacheMonitorRoutes(app, deps, options.bus)
  const { health = true, metricsToken } = options.env
  const ready = () => deps.db.execute(sql`select 1`)
  answerProbes(app, { health, metricsToken }, { registry: meter.registry, ready })
}

/** Hooks that every call passes. */
async function prepare(
  app: FastifyInstance,
  { env, bus }: AppOptions,
  { deps, operations }: { deps: Deps; operations: OperationRecorder },
) {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('tooManyRequests', { seconds: Math.ceil(ttl / 1000) }),
  })
  await app.register(multipart)
  await securityHeaders(app, { tls: env.tls !== undefined })
  answerErrors(app)
  const tokens = new AccessTokens(deps.db, (userId, perSecond) => deps.shared.pace.count(userId, perSecond))
  guardRoutes(app, (token, ip) =>
    AccessTokens.isOne(token) ? tokens.find(token, ip) : deps.sessions.find(token),
  )
  logOperations(app, operations.record)
  refuseRepeatedWrites(app, bus)
  await openApi(app, { isOff: env.apiDocument === false, pages: permissionPages })
}

/** Devices and device operations. */
function deviceAreaRoutes(app: FastifyInstance, deps: Deps, recordings: Recorder): void {
  deviceGroupRoutes(app, deps)
  deviceRoutes(app, deps)
  deviceBatchRoutes(app, deps)
  deviceMonitorRoutes(app, deps)
  recordingRoutes(app, deps, recordings)
}

/** What runs on phones, and the data it uses. */
function taskAreaRoutes(app: FastifyInstance, deps: Deps, tasks: TaskEngine): void {
  platformRoutes(app, deps)
  taskRoutes(app, deps, tasks)
  scriptRoutes(app, deps)
  scriptExceptionRoutes(app, deps)
  hotScriptRoutes(app, deps)
}

function createServer({ env, logLevel = 'warn' }: AppOptions): FastifyInstance {
  const app = Fastify({
    logger: { level: logLevel },
    trustProxy: env.trustProxy ?? false,
    forceCloseConnections: true,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    ...(env.tls && { https: { cert: readFileSync(env.tls.certFile), key: readFileSync(env.tls.keyFile) } }),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  return app as unknown as FastifyInstance
}

async function createDeps(app: FastifyInstance, { open, bus, env, serverName }: AppOptions) {
  const { db } = open
  const parameters = new ParameterStore(db)
  await parameters.load()
  const sessions = new Sessions(db, () => parameters.get('sys.session.hours') * 3_600_000)
  const files = new FileStore(db, path.join(env.dataDir, 'files'))
  const downloads = new DownloadLimiter(() => parameters.get('device.downloads'))
  const events = new DeviceEvents(db, app.log)
  const phones = new PhoneAccess(db, parameters)
  const shared = new SharedData({ db, parameters, log: app.log })
  const engines = {
    db,
    parameters,
    sessions,
    files,
    downloads,
    events,
    phones,
    shared,
    log: app.log,
    license: new License(db, { publicKey: env.licenseKey, log: app.log }),
    serverName: serverName ?? `${hostname()}:${randomText(6)}`,
    captchaOff: env.captchaOff,
  }
  const hub = await createHub({ ...hubOptions(engines, env.trustProxy), server: app.server, bus })
  const settingsSync = new SettingsSync({ db, hub, parameters, log: app.log })
  const changes = new SiteChanges({ sessions, hub, bus })
  const unfollow = await changes.follow(parameters, (error) => app.log.error({ err: error }, 'parameters'))
  return { hub, unfollow, deps: { ...engines, hub, changes, settingsSync } satisfies Deps }
}
