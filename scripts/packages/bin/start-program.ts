import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { say } from '@fleetdeck/i18n/terminal'
import { terminalLanguage } from '@fleetdeck/i18n/terminal-language'

/** What an older Node runs as well: it is bundled for one, and uses nothing that one does not have. */
const neededMajor = 24
const neededNode = '24.21.0'

const language = terminalLanguage(process.argv.slice(2))

/** Runs a program of this package with Node 24 or newer; an older Node fetches one with npm. */
export async function startProgram(file: string, words: readonly string[]): Promise<void> {
  const program = new URL(`../${file}`, import.meta.url)
  if (Number.parseInt(process.versions.node, 10) < neededMajor) {
    startWith(newerNode(), [fileURLToPath(program), ...words])
    return
  }
  // Loading the program takes most of the time of a start.
  module.enableCompileCache()
  process.argv.splice(1, process.argv.length, fileURLToPath(program), ...words)
  await import(program.href)
}

export function printVersion(): void {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  console.log(version)
}

/** The path of a Node that npm has in its cache, or fetches. */
function newerNode(): string {
  const { node: version } = process.versions
  console.error(say('node.fetching', { version, needed: neededNode }).in(language))
  try {
    const words = ['exec', '--yes', `--package=node@${neededNode}`, '--', 'node', '-p', 'process.execPath']
    return execFileSync('npm', words, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: withoutNpm(process.env),
      shell: process.platform === 'win32',
    }).trim()
  } catch {
    console.error(say('node.needed', { version, needed: neededMajor }).in(language))
    return process.exit(1)
  }
}

/** What npm tells the programs that it starts would change what it does for them. */
const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_(config_(package|call|yes)|lifecycle|package)/i.test(name)),
  )

function startWith(node: string, words: readonly string[]): void {
  const child = spawn(node, [...words], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to the program, too, which decides when it ends.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}
