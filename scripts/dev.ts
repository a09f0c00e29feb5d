import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { onParentEnd } from '../apps/agent/src/parent.ts'
import { readEnv } from '../apps/server/src/env.ts'
import { changeFirstPassword, openDevAccount } from './dev/dev-account.ts'
import { openDevPages } from './dev/dev-pages.ts'
import { RestartingServer } from './dev/restarting-server.ts'
import { Programs, type ServerReady } from './programs.ts'
import { root } from './root.ts'

/**
 * The console in development: pages with hot reload, a server that restarts when one of its files changes, and
 * simulated phones, at one address. The data is stored in ./data-dev; deleting the folder resets the site.
 */
const say = (line: string) => console.log(line)
const settings: NodeJS.ProcessEnv = {
  ...process.env,
  HOST: process.env.HOST || '127.0.0.1',
  DATA_DIR: process.env.DATA_DIR || path.join(root, 'data-dev'),
  CAPTCHA: 'off',
}
const { port, host, dataDir, demoPhones } = readEnv(settings)
const account = openDevAccount(dataDir)
// The same after each restart, so that phones and pages find the server again.
const serverPort = await freePort()
const programs = new Programs({
  ...settings,
  PORT: String(serverPort),
  HOST: '127.0.0.1',
  TRUST_PROXY: '127.0.0.1',
  TLS_CERT: '',
  TLS_KEY: '',
  ADMIN_PASSWORD: account.firstPassword ?? '',
  NODE_COMPILE_CACHE: path.join(root, '.cache/compiled'),
})
const server = new RestartingServer(programs, say)
let phones: Promise<ChildProcess> | undefined
let stopping = false

say('fleetdeck for development')
const opening = openDevPages({
  server: `http://127.0.0.1:${serverPort}`,
  settled: () => server.settled(),
  changed: (file) => (file.startsWith('apps/agent/') ? restartPhones(file) : server.restartSoon(file)),
})
const starting = server.start()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stop(0).catch(() => process.exit(1))
  })
onParentEnd(() => {
  stop(0).catch(() => process.exit(1))
})

const ready = await starting
if (ready) await open(ready)
else await stop(1)

async function open(ready: ServerReady) {
  const { http } = await opening
  http.listen(port, host)
  try {
    await once(http, 'listening')
  } catch (error) {
    console.error(`Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`)
    return stop(1)
  }
  await changeFirstPassword(ready.address, dataDir).catch((error: Error) => {
    if (!stopping) console.error(`Could not set the password of ${account.userName}: ${error.message}`)
  })
  if (stopping) return
  if (demoPhones) phones = Promise.resolve(startPhones(ready))
  const { port: openPort } = http.address() as AddressInfo
  say('')
  say(`  Console        http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${openPort}`)
  say(`  User name      ${account.userName}`)
  say(`  Password       ${account.password}`)
  say(`  Enrolment key  ${ready.enrolmentKey}   (${demoPhones} simulated phones use it)`)
  say(`  Data           ${path.relative(process.cwd(), dataDir)}   (delete it to start from scratch)`)
  say('')
}

function startPhones(ready: ServerReady) {
  return programs.runPhones(ready, demoPhones, path.join(dataDir, 'phones'))
}

function restartPhones(changedFile: string) {
  if (!phones || stopping) return
  say(`${changedFile} changed: restarting the phones …`)
  phones = phones.then(async (running) => {
    await programs.stop(running)
    const ready = await starting
    return ready && !stopping ? startPhones(ready) : running
  })
}

async function stop(code: number) {
  if (stopping) return
  stopping = true
  await Promise.all([server.close(), programs.stopAll()])
  await (await opening).vite.close()
  process.exit(code)
}
