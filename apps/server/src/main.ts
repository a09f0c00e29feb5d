import './small-start.ts'
import { hostname } from 'node:os'
import { type Message, messageIn, say, TerminalError, type TerminalKey } from '@fleetdeck/i18n/terminal'
import { commandLineOrExit } from '@fleetdeck/i18n/terminal-language'
import { alignedLines } from '@fleetdeck/i18n/terminal-layout'
import { type Env, readEnv, SettingError } from './env.ts'
import { leave } from './leave.ts'
import { makePrivateFolder } from './platform/core/private-folder.ts'
import { engineMajor, majorOf } from './platform/db/engine-versions.ts'
import type { FirstAdmin } from './platform/db/seed/seed.ts'
import { databaseFolder, startEmbedded } from './platform/db/start-embedded.ts'
import { mostConnections } from './platform/http/most-connections.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { InProcessBus } from './realtime/bus/in-process-bus.ts'
import { endSmallStart } from './small-start.ts'
import { explainStartupError } from './startup-errors.ts'

/** Files are for this account alone unless their own mode says otherwise. */
process.umask(0o077)

const { language } = commandLineOrExit()
const print = (line: Message) => process.stdout.write(`${messageIn(line, language)}\n`)
const printError = (line: string) => process.stderr.write(`${line}\n`)
const startedAt = performance.now()
/** Docker kills a program 10 s after asking it to stop; unwritten data would be lost. */
const stopWithinMs = 9000
/** With tens of thousands of sockets the server takes longer to notify them all. */
const msPerSocket = 1

async function start(env: Env) {
  const bus = await openBus(env)
  print(
    env.databaseUrl ? say('server.openingPostgres') : say('server.openingDatabase', { folder: env.dataDir }),
  )
  // Loading the rest of the program takes as long as starting the embedded database, which has its own thread.
  if (env.databaseUrl) await makePrivateFolder(env.dataDir)
  if (!env.databaseUrl && (await majorOf(databaseFolder(env.dataDir))) !== engineMajor) {
    const { upgradeEmbedded } = await import('./upgrade-embedded.ts')
    await upgradeEmbedded({ ...env, print })
  }
  const embedded = env.databaseUrl
    ? undefined
    : await startEmbedded(env.dataDir, (text) => printError(text.in(language)))
  const [
    { openDb },
    { openSeal },
    { seed },
    { buildApp },
    { openStore },
    { claimStore },
    { backupBeforeUpgrade },
    { createPartitions },
  ] = await Promise.all([
    import('./platform/db/open-db.ts'),
    import('./platform/seals/open-seal.ts'),
    import('./platform/db/seed/seed.ts'),
    import('./app.ts'),
    import('./platform/storage/open-store.ts'),
    import('./platform/storage/claim-store.ts'),
    import('./upgrade-backup.ts'),
    import('./platform/db/partitions.queries.ts'),
  ])
  const open = await openDb({ ...env, embedded, beforeUpgrade: backupBeforeUpgrade(env, print) })
  await createPartitions(open.db)
  const seal = await openSeal(open.db, env)
  const admin = await seed(open.db, seal, env.adminPassword)
  const serverName = `${hostname()}:${env.port}`
  const store = await openStore(env)
  const note = await claimStore(open, store, serverName)
  if (note) printError(note.in(language))
  const { app, deps, metrics, drain, close } = await buildApp({ open, bus, store, env, seal, serverName })
  const most = await mostConnections()
  if (most !== undefined) app.server.maxConnections = most
  await app.listen({ port: env.port, host: env.host, backlog: 4096 })
  const end = async (delayMs: number) => {
    await drain(delayMs)
    await close()
    await bus.close()
    store.close()
    await open.close()
  }
  let stopping = false
  const stop = (code: number, delayMs = 0) => {
    if (stopping) return
    stopping = true
    print(say('server.stopping'))
    const { phones, consoles, viewers } = deps.hub.stats()
    const mostMs = delayMs + stopWithinMs + (phones + consoles + viewers) * msPerSocket
    setTimeout(() => leave(1), mostMs).unref()
    end(delayMs).then(
      () => leave(code),
      (error: unknown) => {
        app.log.fatal({ err: error }, 'could not stop cleanly')
        leave(1)
      },
    )
  }
  embedded?.onLost((failure) => {
    printError(explainStartupError(failure, language, env))
    // Parts that have something to save report that they cannot.
    stop(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => stop(0, signal === 'SIGTERM' ? env.drainSeconds * 1000 : 0))
  process.on('disconnect', () => stop(0))
  process.on('unhandledRejection', (error) => {
    metrics.countFailure()
    app.log.error({ err: error }, 'unhandled promise rejection')
  })
  process.on('uncaughtException', (error) => {
    metrics.countFailure()
    app.log.fatal({ err: error }, 'unexpected error: stopping the server')
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
    throw new TerminalError(say('failure.redisAway'), { cause: error })
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
  print(say('server.ready', { seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }))
  if (env.captchaOff) print(say('server.captchaOff'))
  const shown = (value: Message, hint: TerminalKey) =>
    `${messageIn(value, language)}   ${messageIn(say(hint), language)}`
  const rows: [Message, Message][] = [[say('server.console'), address]]
  if (admin)
    rows.push(
      [say('server.userName'), admin.userName],
      [
        say('server.password'),
        shown(admin.generatedPassword ?? say('server.passwordSet'), 'server.passwordHint'),
      ],
      [say('server.enrolmentKey'), shown(enrolmentKey, 'server.enrolmentKeyHint')],
    )
  for (const line of ['', ...alignedLines(rows, language), '']) print(line)
}

let env: Env | undefined
try {
  env = readEnv()
  await start(env)
} catch (error) {
  printError(explainStartupError(error, language, env))
  leave(error instanceof SettingError ? 2 : 1)
}
