import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'apps/web/dist')
const built = path.join(dist, 'index.html')
const sources = [
  'apps/web/{src,public}/**',
  'apps/web/*.*',
  'packages/!(testing)/src/**',
  'package-lock.json',
]

/** Builds the console's pages if they are missing or older than one of their sources. */
export async function buildWebIfStale(say: (line: string) => void): Promise<void> {
  if (!isStale()) return
  say('Building the pages (once) …')
  const folder = path.join(root, '.cache', `web-${process.pid}`)
  await build(folder)
  replaceDist(folder)
}

/** In a process of its own, which takes its memory with it. */
async function build(folder: string): Promise<void> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(
    process.execPath,
    [vite, 'build', 'apps/web', '--logLevel', 'error', '--outDir', folder],
    {
      cwd: root,
      // A test runner sets NODE_ENV to "test", which makes a development build.
      env: { ...process.env, NODE_ENV: 'production', MIMALLOC_PURGE_DELAY: '0' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const end = () => child.kill()
  process.once('exit', end)
  const [code] = await once(child, 'exit')
  process.off('exit', end)
  if (code !== 0) throw new Error('The pages could not be built; the lines above say why.')
}

/** In one step: servers send these files meanwhile, and another process may do the same. */
function replaceDist(folder: string): void {
  const former = `${folder}-former`
  for (const [from, to] of [
    [dist, former],
    [folder, dist],
  ] as const)
    try {
      renameSync(from, to)
    } catch {
      // There was none yet, or the other process was sooner.
    }
  for (const each of [folder, former]) rmSync(each, { recursive: true, force: true })
  if (!existsSync(built)) throw new Error(`The pages could not be moved to ${dist}`)
}

function isStale(): boolean {
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .some((name) => statSync(path.join(root, name)).mtimeMs > builtAt)
}
