import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Builds deploy/Containerfile.server and .agent without a container engine. Starts the server as an engine does, as
 * process 1 without root on a read-only root folder, asks its health check, and stops it. Of the agent it only runs
 * the health check and the help. The base image is Debian slim with the Node of this project, so that no registry of
 * images is needed; it is kept in .cache. Needs root, buildah, debootstrap and npm.
 */
const root = path.resolve(import.meta.dirname, '..')
const base = path.join(root, '.cache/container')
const names = ['server', 'agent'] as const

interface ImageConfig {
  User: string
  Env: string[]
  WorkingDir: string
  Entrypoint: string[]
  Cmd: string[] | null
  Volumes: Record<string, object>
  StopSignal: string
  Healthcheck: { Test: string[] }
}

requireTools()
const work = mkdtempSync(path.join(tmpdir(), 'fleetdeck-container-'))
try {
  makeBase()
  for (const name of names) {
    const { config, folder } = build(name)
    await (name === 'server' ? checkServer : checkAgent)(config, folder)
  }
} finally {
  buildah(['umount', '--all'])
  rmSync(work, { recursive: true, force: true })
}

function requireTools() {
  const missing = ['buildah', 'debootstrap'].filter(
    (name) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(path.join(folder, name))),
  )
  if (process.getuid?.() === 0 && missing.length === 0) return
  console.error('This needs root, and: apt-get install buildah debootstrap')
  process.exit(2)
}

function buildah(words: string[], isShown = false): string {
  const store = [
    '--storage-driver',
    'vfs',
    '--root',
    path.join(work, 'images'),
    '--runroot',
    path.join(work, 'run'),
  ]
  const stdio = ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'] as const
  const said = execFileSync('buildah', [...store, ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: [...stdio],
    maxBuffer: 64 * 1024 * 1024,
  })
  return said?.trim() ?? ''
}

function makeBase() {
  const folder = path.join(base, 'root')
  const local = path.join(folder, 'usr/local')
  if (!existsSync(path.join(local, 'bin/node'))) {
    console.log('Making the base image …')
    rmSync(base, { recursive: true, force: true })
    mkdirSync(base, { recursive: true })
    const options = ['--variant=minbase', '--include=ca-certificates']
    execFileSync('debootstrap', [...options, 'bookworm', folder], { stdio: 'ignore' })
    const npm = path.join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
    cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true })
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name))
    cpSync(path.join(root, 'node_modules/node/bin/node'), path.join(local, 'bin/node'))
  }
  // npm reaches its registry as it does here.
  const authority = execFileSync('npm', ['config', 'get', 'cafile'], { encoding: 'utf8' }).trim()
  if (path.isAbsolute(authority)) cpSync(authority, path.join(folder, 'etc/ssl/certs/ca-certificates.crt'))
  mkdirSync(path.join(local, 'etc'), { recursive: true })
  writeFileSync(path.join(local, 'etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n')
  const file = path.join(work, 'Containerfile.base')
  writeFileSync(
    file,
    'FROM scratch\nCOPY root /\nENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n',
  )
  buildah(['bud', '--isolation', 'chroot', '--file', file, '--tag', 'localhost/base', base])
}

function build(name: string): { config: ImageConfig; folder: string } {
  console.log(`Building deploy/Containerfile.${name} …`)
  const began = performance.now()
  const file = `deploy/Containerfile.${name}`
  const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'NODE_IMAGE=localhost/base']
  buildah(['bud', ...options, '--file', file, '--tag', `localhost/${name}`, '.'], true)
  const seconds = Math.round((performance.now() - began) / 1000)
  const { Docker } = JSON.parse(buildah(['inspect', '--type', 'image', `localhost/${name}`]))
  const folder = buildah(['mount', buildah(['from', '--pull-never', `localhost/${name}`])])
  const [megabytes = ''] = execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')
  console.log(`deploy/Containerfile.${name} was built in ${seconds} s: ${megabytes} MB.`)
  return { config: Docker.config, folder }
}

interface Place {
  config: ImageConfig
  folder: string
  /** In place of the volume. */
  data: string
}

/** With the owner and mode of the image's folder, as engines make named volumes. */
function makePlace(config: ImageConfig, folder: string): Place {
  const [volume = ''] = Object.keys(config.Volumes)
  const data = mkdtempSync(path.join(work, 'data-'))
  execFileSync('chown', ['--reference', path.join(folder, volume), data])
  execFileSync('chmod', ['--reference', path.join(folder, volume), data])
  return { config, folder, data }
}

/** Starts a command in the container as its process 1. */
function start({ config, folder, data }: Place, words: readonly string[], settings: readonly string[] = []) {
  const [volume = ''] = Object.keys(config.Volumes)
  const script = `set -eu
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind "$2" "$1${volume}"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
folder=$1 user=$3
shift 3
cd "$folder"
exec chroot --userspec="$user" --groups= "$folder" env -i -C "${config.WorkingDir}" "$@"`
  const given = [folder, data, config.User, ...config.Env, ...settings, ...words]
  const options = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
  return spawn('unshare', [...options, 'sh', '-c', script, 'sh', ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function run(place: Place, words: readonly string[], settings: readonly string[] = []) {
  const child = start(place, words, settings)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  return { code, said }
}

async function checkServer(config: ImageConfig, folder: string) {
  const place = makePlace(config, folder)
  const port = '18098'
  const settings = [`PORT=${port}`, 'HOST=127.0.0.1']
  const words = [...config.Entrypoint, ...(config.Cmd ?? [])]
  const server = start(place, words, settings)
  server.stdout.pipe(process.stdout)
  const ended = once(server, 'close').then(([code]) => code as number | null)
  const [, ...health] = config.Healthcheck.Test
  let answers = await run(place, health, settings)
  while (answers.code !== 0 && server.exitCode === null) {
    await pause(500)
    answers = await run(place, health, settings)
  }
  expect(answers.code === 0, 'the health check of the running server succeeds')
  const first = Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8'))
  const status = readFileSync(`/proc/${first}/status`, 'utf8')
  expect(/^NSpid:\s+\d+\s+1$/m.test(status), 'it is process 1')
  expect(/^Uid:\s+10001\s/m.test(status), 'it has no root')
  const denied = await run(place, ['touch', '/usr/there'])
  expect(denied.code !== 0, 'its root folder is read-only')
  process.kill(first, config.StopSignal as NodeJS.Signals)
  expect((await ended) === 0, `it ends with code 0 after ${config.StopSignal}`)
  expect((await run(place, health, settings)).code !== 0, 'the health check of a stopped server fails')
  const migrated = await run(place, [...config.Entrypoint, 'db', 'migrate'], settings)
  expect(migrated.code === 0, 'db migrate succeeds')
}

async function checkAgent(config: ImageConfig, folder: string) {
  const place = makePlace(config, folder)
  const [, ...health] = config.Healthcheck.Test
  expect((await run(place, health)).code === 0, 'the health check of the agent succeeds')
  const { said } = await run(place, ['fleetdeck-agent', '--version'])
  expect(/^\d+\.\d+\.\d+/.test(said), 'the agent has a version')
}

function expect(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(`Not true: ${what}`)
  console.log(`✓ ${what}`)
}
