import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@fleetdeck/i18n/languages'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { root } from './root.ts'

export const webFolder = path.join(root, 'apps/web/dist')
const built = path.join(webFolder, 'index.html')
const sources = [
  'apps/web/{src,public}/**',
  'apps/web/*.*',
  'packages/!(testing)/src/**',
  'package-lock.json',
]

/** Builds the web console if it is missing or older than one of its sources. */
export async function buildWebIfStale(
  print: (line: string) => void,
  language: Language = 'en',
): Promise<void> {
  if (!isStale()) return
  print(say('start.building').in(language))
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
  if (code !== 0) throw new TerminalError(say('start.buildFailed'))
}

/** In one step: servers send these files at the same time, and another process may do the same. */
function replaceDist(folder: string): void {
  const former = `${folder}-former`
  for (const [from, to] of [
    [webFolder, former],
    [folder, webFolder],
  ] as const)
    try {
      renameSync(from, to)
    } catch {
      // It did not exist yet, or the other process was first.
    }
  for (const each of [folder, former]) rmSync(each, { recursive: true, force: true })
  if (!existsSync(built)) throw new TerminalError(say('start.moveFailed', { folder: webFolder }))
}

function isStale(): boolean {
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .some((name) => statSync(path.join(root, name)).mtimeMs > builtAt)
}
