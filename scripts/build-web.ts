import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const built = path.join(root, 'apps/web/dist/index.html')
const sources = ['apps/web/{src,public}/**', 'apps/web/*', 'packages/!(testing)/src/**', 'package-lock.json']

/** Builds the console's pages if they are missing or older than one of their sources. */
export async function buildWebIfStale(say: (line: string) => void): Promise<void> {
  if (!isStale()) return
  say('Building the pages (once) …')
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  // A test runner sets it to "test", which makes a development build.
  process.env.NODE_ENV = 'production'
  await build({ root: path.join(root, 'apps/web'), logLevel: 'error' })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
}

function isStale(): boolean {
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .some((name) => !name.includes('dist') && statSync(path.join(root, name)).mtimeMs > builtAt)
}
