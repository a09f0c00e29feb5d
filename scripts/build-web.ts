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
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  // A test runner sets it to "test", which makes a development build.
  process.env.NODE_ENV = 'production'
  const folder = path.join(root, '.cache', `web-${process.pid}`)
  await build({ root: path.join(root, 'apps/web'), logLevel: 'error', build: { outDir: folder } })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  replaceDist(folder)
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
