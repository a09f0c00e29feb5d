import { readFileSync } from 'node:fs'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { AccessTokens } from './access/access-tokens.ts'
import { createDeps, type DepsOptions } from './create-deps.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import type { AlarmMonitor } from './features/alarms/alarm-monitor.ts'
import type { AlarmSender } from './features/alarms/alarm-sender.ts'
import type { CommandDelivery } from './features/commands/command-delivery.ts'
import type { OperationRecorder } from './features/operation-logs/operation-recorder.ts'
import type { JobRunner } from './features/scheduled-jobs/job-runner.ts'
import { features } from './features.ts'
import { Lifecycle } from './lifecycle.ts'
import { AppError } from './platform/core/app-error.ts'
import { permissionPages } from './platform/db/seed/permission-pages.ts'
import { answerErrors } from './platform/http/answer-errors.ts'
import { guardRoutes } from './platform/http/guard.ts'
import { openApi } from './platform/http/open-api.ts'
import { logOperations } from './platform/http/operation-log.ts'
import { answerProbes } from './platform/http/probes.ts'
import { refuseRepeatedWrites } from './platform/http/repeated-writes.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import { logOptions } from './platform/log/log-options.ts'
import type { MetricsCollector } from './platform/metrics/metrics-collector.ts'
import { createRecorders, createServices } from './services.ts'

export interface AppOptions extends DepsOptions {
  env: DepsOptions['env'] &
    Pick<Env, 'tls'> &
    Partial<Pick<Env, 'health' | 'metricsToken' | 'apiDocument' | 'logLevel' | 'logFile'>>
  /** In place of the setting; tests are silent. */
  logLevel?: string
}

export interface RunningApp {
  app: FastifyInstance
  deps: Deps
  alarmMonitor: AlarmMonitor
  alarmSender: AlarmSender
  commands: CommandDelivery
  jobs: JobRunner
  metrics: MetricsCollector
  /** Writes what is buffered in memory; close() does so too. */
  flush(): Promise<void>
  /** Closes sockets with a reason, then writes everything that is buffered. The database stays open. */
  close(): Promise<void>
}

export async function buildApp(options: AppOptions): Promise<RunningApp> {
  const app = createServer(options)
  const lifecycle = new Lifecycle()
  const deps = await createDeps(app, options, lifecycle)
  const recorders = createRecorders(app, deps, lifecycle)
  lifecycle.add(app)
  lifecycle.add(deps.hub)
  const unfollow = await deps.changes.follow(deps.parameters, (error) =>
    app.log.error({ err: error }, 'parameters'),
  )
  lifecycle.add({ close: unfollow })
  const services = createServices(app, deps, { recorders, options, lifecycle })

  await prepare(app, options, { deps, operations: recorders.operations })
  for (const register of features) register(app, deps, services)
  const { health = true, metricsToken } = options.env
  const ready = () => deps.db.execute(sql`select 1`)
  answerProbes(app, { health, metricsToken }, { registry: services.metrics.registry, ready })
  await serveWeb(app)

  const { alarmMonitor, alarmSender, commands, jobs, metrics } = services
  return {
    app,
    deps,
    alarmMonitor,
    alarmSender,
    commands,
    jobs,
    metrics,
    flush: () => lifecycle.flush(),
    close: () => lifecycle.close(),
  }
}

/** Hooks that run for every call. */
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
  // Who reads a file refuses what is above its limit.
  await app.register(multipart, { throwFileSizeLimit: false })
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

function createServer({ env, logLevel }: AppOptions): FastifyInstance {
  const log = logOptions({ level: logLevel ?? env.logLevel ?? 'warn', file: env.logFile })
  const app = Fastify({
    logger: log.options,
    trustProxy: env.trustProxy ?? false,
    forceCloseConnections: true,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    ...(env.tls && { https: { cert: readFileSync(env.tls.certFile), key: readFileSync(env.tls.keyFile) } }),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addHook('onClose', async () => log.close())
  return app as unknown as FastifyInstance
}
