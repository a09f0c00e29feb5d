import './small-start.ts'
import { hostname } from 'node:os'
import { type Env, readEnv, SettingError } from './env.ts'
import { leave } from './leave.ts'
import { makePrivateFolder } from './platform/core/private-folder.ts'
import type { FirstAdmin } from './platform/db/seed/seed.ts'
import { startEmbedded } from './platform/db/start-embedded.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { InProcessBus } from './realtime/bus/in-process-bus.ts'
import { endSmallStart } from './small-start.ts'
import { explainStartupError } from './startup-errors.ts'

/** Files are for this account alone unless their own mode says otherwise. */
process.umask(0o077)

const say = (line: string) => process.stdout.write(`${line}\n`)
const startedAt = performance.now()
/** Docker kills a program 10 s after asking it to stop; unwritten data would be lost. */
const stopWithinMs = 9000
/** With tens of thousands of sockets the server takes longer to tell them all. */
const msPerSocket = 1

async function start(env: Env) {
  const bus = await openBus(env)
  say(env.databaseUrl ? 'Opening PostgreSQL …' : `Opening the database in ${env.dataDir} …`)
  // Loading the rest of the program takes as long as starting the embedded database, which has its own thread.
  if (env.databaseUrl) await makePrivateFolder(env.dataDir)
  const embedded = env.databaseUrl ? undefined : await startEmbedded(env.dataDir)
  const [{ openDb }, { openSeal }, { seed }, { buildApp }] = await Promise.all([
    import('./platform/db/open-db.ts'),
    import('./platform/seals/open-seal.ts'),
    import('./platform/db/seed/seed.ts'),
    import('./app.ts'),
  ])
  const open = await openDb({ ...env, embedded })
  const seal = await openSeal(open.db, env)
  const admin = await seed(open.db, seal, env.adminPassword)
  const { app, deps, metrics, drain, close } = await buildApp({
    open,
    bus,
    env,
    seal,
    serverName: `${hostname()}:${env.port}`,
  })
  await app.listen({ port: env.port, host: env.host, backlog: 4096 })
  const end = async (delayMs: number) => {
    await drain(delayMs)
    await close()
    await bus.close()
    await open.close()
  }
  let stopping = false
  const stop = (code: number, delayMs = 0) => {
    if (stopping) return
    stopping = true
    say('Stopping …')
    const { phones, consoles, viewers } = deps.hub.stats()
    const mostMs = delayMs + stopWithinMs + (phones + consoles + viewers) * msPerSocket
    setTimeout(() => leave(1), mostMs).unref()
    end(delayMs).then(
      () => leave(code),
      (error: unknown) => {
        app.log.fatal({ err: error }, 'the server could not stop in order')
        leave(1)
      },
    )
  }
  embedded?.onLost((failure) => {
    process.stderr.write(`${explainStartupError(failure, env)}\n`)
    // Parts that have something to save report that they cannot.
    stop(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => stop(0, signal === 'SIGTERM' ? env.drainSeconds * 1000 : 0))
  process.on('disconnect', () => stop(0))
  process.on('unhandledRejection', (error) => {
    metrics.countFailure()
    app.log.error({ err: error }, 'unhandled failure of background work')
  })
  process.on('uncaughtException', (error) => {
    metrics.countFailure()
    app.log.fatal({ err: error }, 'an error that nobody expected: the server stops')
    stop(1)
  })

  const listening = app.server.address()
  const address = publicAddress(typeof listening === 'object' && listening ? listening.port : env.port, env)
  const enrolmentKey = deps.parameters.get('device.enrolmentKey')
  announce({ address, env, admin, enrolmentKey })
  endSmallStart()
  process.send?.({ ready: true, address, enrolmentKey })
}

async function openBus({ redisUrl, redisPrefix: prefix }: Env): Promise<Bus> {
  if (!redisUrl) return new InProcessBus()
  const { RedisBus } = await import('./realtime/bus/redis-bus.ts')
  return RedisBus.connect(redisUrl, { prefix }).catch((error) => {
    throw new Error('Redis cannot be reached. Check REDIS_URL.', { cause: error })
  })
}

function publicAddress(port: number, env: Env) {
  const host = env.host === '0.0.0.0' || env.host === '::' ? '127.0.0.1' : env.host
  return `${env.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

interface Announcement {
  address: string
  env: Env
  admin: FirstAdmin | undefined
  enrolmentKey: string
}

/** The secrets are shown at the first start only. */
function announce({ address, env, admin, enrolmentKey }: Announcement) {
  say(`Ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  if (env.captchaOff)
    say('CAPTCHA=off: anyone may try passwords without a verification code. Use this for automation only.')
  say('')
  say(`  Console   ${address}`)
  if (admin) {
    say(`  Account   ${admin.userName}`)
    say(
      `  Password  ${admin.generatedPassword ?? 'as set by ADMIN_PASSWORD'}   (asks to be changed at the first sign-in)`,
    )
    say(`  Phone key ${enrolmentKey}   (phones enrol with it)`)
  }
  say('')
}

let env: Env | undefined
try {
  env = readEnv()
  await start(env)
} catch (error) {
  process.stderr.write(`${explainStartupError(error, env)}\n`)
  leave(error instanceof SettingError ? 2 : 1)
}
