import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onParentEnd } from '../apps/agent/src/parent.ts'
import { buildWebIfStale } from './build-web.ts'
import { Programs, type ServerReady } from './programs.ts'

/**
 * Starts the console; with --demo from scratch in a separate folder, with simulated phones that enrol automatically.
 * The server and the phones are separate processes, as in production.
 */
const demo = process.argv.includes('--demo')
let stopping = false

console.log(demo ? 'fleetdeck demo: a console with simulated phones. Nothing of it is kept.' : 'fleetdeck')
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
onParentEnd(() => stop(0))

// Each demo has a separate one: a second demo leaves the data of a running one alone.
const temporaryFolder =
  demo && !process.env.DATA_DIR ? mkdtempSync(path.join(tmpdir(), 'fleetdeck-demo-')) : undefined
const env: NodeJS.ProcessEnv = { ...process.env, ...(temporaryFolder && { DATA_DIR: temporaryFolder }) }
const programs = new Programs(env)
await buildWebIfStale((line) => console.log(line))

const server = programs.run('apps/server/src/main.ts')
stopWith(server)
server.on('message', (message: ServerReady) => {
  if (demo) startPhones(message)
})

function startPhones(ready: ServerReady) {
  const count = env.DEMO_PHONES || '6'
  if (count === '0') return
  console.log(`Starting ${count} simulated phones …`)
  stopWith(programs.runPhones(ready, count, path.join(env.DATA_DIR ?? '', 'phones')))
}

function stopWith(child: ChildProcess) {
  child.on('exit', (code) => stop(code ?? 1))
}

function stop(code: number) {
  if (stopping) return
  stopping = true
  programs
    .stopAll()
    .finally(() => {
      if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true })
    })
    .then(
      () => process.exit(code),
      () => process.exit(1),
    )
}
