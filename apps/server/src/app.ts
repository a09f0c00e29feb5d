import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { AccessTokens } from './access/access-tokens.ts'
import { createDeps, type DepsOptions } from './create-deps.ts'
import type { Deps } from './deps.ts'
import { outsideSites } from './domain/outside-sites.ts'
import { findOrigins } from './domain/screen-links/screen-links.queries.ts'
import type { Env } from './env.ts'
import type { AlarmMonitor } from './features/alarms/alarm-monitor.ts'
import type { AlarmSender } from './features/alarms/alarm-sender.ts'
import type { TestRestores } from './features/backups/test-restores.ts'
import type { BookingWatch } from './features/bookings/booking-watch.ts'
import type { CommandDelivery } from './features/commands/command-delivery.ts'
import type { IncidentWatch } from './features/incidents/incident-watch.ts'
import type { OperationRecorder } from './features/operation-logs/operation-recorder.ts'
import type { JobRunner } from './features/scheduled-jobs/job-runner.ts'
import type { VisitLog } from './features/screen-links/visit-log.ts'
import type { ThrottleRecorder } from './features/throttles/throttle-recorder.ts'
import { features } from './features.ts'
import { Lifecycle } from './lifecycle.ts'
import { AppError } from './platform/core/app-error.ts'
import { actorOf } from './platform/core/caller.ts'
import { TurnedAway } from './platform/core/turned-away.ts'
import { permissionPages } from './platform/db/seed/permission-pages.ts'
import { answerErrors, answerNotFound } from './platform/http/answer-errors.ts'
import { keepCallerAddresses } from './platform/http/caller-address.ts'
import { CallsUnderWay } from './platform/http/calls-under-way.ts'
import { checkInput, refuseDeepJson } from './platform/http/check-input.ts'
import { guardRoutes } from './platform/http/guard.ts'
import { takeTurns } from './platform/http/implement.ts'
import { takeKeyFromPath } from './platform/http/keyed-address.ts'
import { openApi } from './platform/http/open-api.ts'
import { logOperations } from './platform/http/operation-log.ts'
import { limitParallelUploads } from './platform/http/parallel-uploads.ts'
import { answerProbes } from './platform/http/probes.ts'
import { refuseRepeatedWrites } from './platform/http/repeated-writes.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import { sharedRateLimit } from './platform/http/shared-rate-limit.ts'
import { endSlowBodies } from './platform/http/slow-bodies.ts'
import { dropUnreadBodies } from './platform/http/unread-bodies.ts'
import { logOptions } from './platform/log/log-options.ts'
import type { MetricsCollector } from './platform/metrics/metrics-collector.ts'
import { Readiness } from './readiness.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { createRecorders, createServices } from './services.ts'

/** How long calls may still take when the server stops; ms. */
const callsMs = 5000
const lastAnswersMs = 500

export interface AppOptions extends DepsOptions {
  env: DepsOptions['env'] &
    Pick<Env, 'tls'> &
    Partial<Pick<Env, 'health' | 'metricsToken' | 'apiDocument' | 'logLevel' | 'logFile'>>
  /** In place of the setting; tests are silent. */
  logLevel?: string
  /** In place of the product's limit: tests are refused more often than any caller. */
  mostTurnedAway?: number
}

export interface RunningApp {
  app: FastifyInstance
  deps: Deps
  alarmMonitor: AlarmMonitor
  alarmSender: AlarmSender
  bookings: BookingWatch
  visits: VisitLog
  commands: CommandDelivery
  jobs: JobRunner
  metrics: MetricsCollector
  incidents: IncidentWatch
  readiness: Readiness
  testRestores: TestRestores
  /** Writes what is buffered in memory; close() does so too. */
  flush(): Promise<void>
  /**
   * Says that it stops, works on for `delayMs`, answers the calls in progress and refuses new ones. close() follows.
   */
  drain(delayMs: number): Promise<void>
  /** Closes sockets with a reason, then writes everything that is buffered. The database stays open. */
  close(): Promise<void>
}

export async function buildApp(options: AppOptions): Promise<RunningApp> {
  const app = createServer(options)
  const calls: CallsUnderWay = new CallsUnderWay(app, () => readiness.sendsAway)
  const lifecycle = new Lifecycle()
  const deps = await createDeps(app, options, lifecycle)
  const recorders = createRecorders(app, deps, lifecycle)
  lifecycle.add(app)
  lifecycle.add(deps.hub)
  const unfollow = await deps.changes.follow(deps.parameters, (error) =>
    app.log.error({ err: error }, 'could not load parameters'),
  )
  lifecycle.add({ close: unfollow })
  lifecycle.add({ close: logConnection(app.log, options.bus) })
  options.open.onState(({ away, isWritable }) => {
    if (away) app.log.error({ reason: away }, 'database not available: calls are answered with "not now"')
    else if (isWritable) app.log.warn('database available')
    else app.log.error('database is read-only')
  })
  const services = createServices(app, deps, { recorders, options, lifecycle })

  await prepare(app, options, { deps, ...recorders })
  for (const register of features) register(app, deps, services)
  const { health = true, metricsToken } = options.env
  const readiness = new Readiness({
    open: options.open,
    bus: options.bus,
    dataDir: options.env.dataDir,
    isDraining: () => deps.hub.servers.isDraining(),
  })
  const { registry } = services.metrics
  answerProbes(app, { health, metricsToken }, { registry, problems: () => readiness.problems() })
  await serveWeb(app, { framers: (publicId) => findOrigins(deps.db, publicId) })

  const { alarmMonitor, alarmSender, bookings, commands, incidents, jobs, metrics, testRestores, visits } =
    services
  return {
    app,
    deps,
    incidents,
    alarmMonitor,
    alarmSender,
    bookings,
    commands,
    jobs,
    metrics,
    readiness,
    testRestores,
    visits,
    drain: async (delayMs) => {
      readiness.isStopping = true
      deps.hub.servers.retire(delayMs)
      await delay(delayMs)
      await calls.shut(callsMs)
    },
    flush: () => lifecycle.flush(),
    close: () => lifecycle.close(),
  }
}

/** One line when the other servers cannot be heard any more, and one when they can. */
function logConnection(log: FastifyBaseLogger, bus: Bus) {
  let lostAt = 0
  return bus.onConnection((isConnected) => {
    if (isConnected) {
      const seconds = Math.round((performance.now() - lostAt) / 1000)
      return log.warn({ seconds }, 'Redis is back: connected to the other servers again')
    }
    lostAt = performance.now()
    log.error('Redis is lost: serving only the phones and pages of this server')
  })
}

/** Hooks that run for every call. */
async function prepare(
  app: FastifyInstance,
  { env, bus, mostTurnedAway }: AppOptions,
  { deps, operations, throttles }: { deps: Deps; operations: OperationRecorder; throttles: ThrottleRecorder },
) {
  keepCallerAddresses(app)
  app.setValidatorCompiler(checkInput(() => deps.parameters.get('sys.timeZone')))
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ caller, ip }) => (caller ? `user:${actorOf(caller).userId}` : ip),
    store: sharedRateLimit(bus),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('tooManyRequests', { seconds: Math.ceil(ttl / 1000) }),
  })
  // The reader of a file refuses a file above its limit.
  await app.register(multipart, { throwFileSizeLimit: false })
  await securityHeaders(app, outsideSites(deps.db, deps.parameters))
  dropUnreadBodies(app)
  endSlowBodies(app, throttles.record)
  answerErrors(app, throttles.record, new TurnedAway(mostTurnedAway))
  guardRoutes(app, {
    findCaller: (token, ip) =>
      AccessTokens.isOne(token) ? deps.accessTokens.find(token, ip) : deps.sessions.find(token),
    requireProof: (caller) => deps.sessions.requireProof(caller),
  })
  takeTurns(app)
  limitParallelUploads(app)
  logOperations(app, operations.record)
  refuseRepeatedWrites(app, bus)
  const publicAddress = () => deps.parameters.get('sys.publicAddress')
  openApi(app, { isOff: env.apiDocument === false, pages: permissionPages, publicAddress })
}

/** Bodies have no time limit, see endSlowBodies. */
const receiving = { headersTimeout: 15_000, connectionsCheckingInterval: 5000 }

function createServer({ env, logLevel }: AppOptions): FastifyInstance {
  const log = logOptions({ level: logLevel ?? env.logLevel ?? 'warn', file: env.logFile })
  const app = Fastify({
    logger: log.options,
    trustProxy: env.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // An address that cannot be decoded, or with a parameter that is too long.
    frameworkErrors: (_error, request, reply) => void answerNotFound(request, reply),
    bodyLimit: 2 * 1024 * 1024,
    rewriteUrl: takeKeyFromPath,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    ...(env.tls
      ? { https: { ...receiving, cert: readFileSync(env.tls.certFile), key: readFileSync(env.tls.keyFile) } }
      : { http: receiving }),
  })
  // Calls have been answered by then: connections still open belong to callers that do not read.
  app.addHook(
    'preClose',
    async () => void setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref(),
  )
  refuseDeepJson(app as unknown as FastifyInstance)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addHook('onClose', async () => log.close())
  return app as unknown as FastifyInstance
}
