import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildWebIfStale } from './build-web.ts'

/**
 * Starts the console; with --demo from scratch in a separate folder, with simulated phones that enrol automatically.
 * The server and the phones are separate processes, as in production.
 */
const root = path.resolve(import.meta.dirname, '..')
const demo = process.argv.includes('--demo')
const children: ChildProcess[] = []

interface Ready {
  ready: true
  address: string
  enrolmentKey: string
}

console.log(demo ? 'fleetdeck demo: a console with simulated phones. Nothing of it is kept.' : 'fleetdeck')
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

const env = { ...process.env }
if (demo && !env.DATA_DIR) {
  env.DATA_DIR = path.join(root, 'data-demo')
  rmSync(env.DATA_DIR, { recursive: true, force: true })
}
await buildWebIfStale((line) => console.log(line))

const server = run('apps/server/src/main.ts', [])
server.on('message', (message: Ready) => {
  if (demo) startPhones(message)
})

function startPhones({ address, enrolmentKey }: Ready) {
  const count = env.DEMO_PHONES || '6'
  if (count === '0') return
  const state = path.join(env.DATA_DIR ?? path.join(root, 'data-demo'), 'phones')
  console.log(`Starting ${count} simulated phones …`)
  run('apps/agent/src/phones.ts', [
    '--server',
    address,
    '--key',
    enrolmentKey,
    '--count',
    count,
    '--state',
    state,
  ])
}

function run(file: string, args: string[]): ChildProcess {
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    cwd: process.cwd(),
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  child.on('exit', (code) => stop(code ?? 1))
  return child
}

let stopping = false
function stop(code: number) {
  if (stopping) return
  stopping = true
  const running = children.filter((child) => child.exitCode === null)
  for (const child of running) child.kill('SIGTERM')
  const force = setTimeout(() => process.exit(code), 6000)
  Promise.all(running.map((child) => new Promise((resolve) => child.once('exit', resolve)))).then(() => {
    clearTimeout(force)
    process.exit(code)
  })
}
