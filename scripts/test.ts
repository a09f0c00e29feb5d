import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { executablePath } from '../e2e/helpers/browser.ts'
import { buildWebIfStale } from './build-web.ts'
import { securityJourneys, securityTests } from './security-tests.ts'
import type { TestRun } from './test-reporter.ts'

/**
 * Types, style, promises that nobody awaits, import rules, dead code, unit and API tests, browser journeys; or one of
 * these parts with --only. Three parts only run when named: the server's tests, those of `security`, and `long`, the
 * tests in `*.long.test.ts`.
 */
const root = path.resolve(import.meta.dirname, '..')
const parts = ['checks', 'api', 'journeys']
const extraParts = ['server', 'security', 'long']
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = values.only ? [...parts, ...extraParts].filter((part) => part === values.only) : parts
if (wanted.length === 0) {
  console.error(`--only takes one of ${[...parts, ...extraParts].join(', ')}.`)
  process.exit(2)
}

const needsBrowser = wanted.includes('journeys') || wanted.includes('security')
const totals = { passed: 0, failed: 0 }
/** Failures and retries, printed at the very end, where they are seen first. */
const notes: string[] = []
// API tests mostly wait: checks and the build use the cores at the same time.
const checked = Promise.all([
  ...(wanted.includes('checks') ? ['types', 'style', 'promises', 'imports', 'dead'].map(runCheck) : []),
  ...(needsBrowser ? [buildWebIfStale((line) => console.log(line))] : []),
])
if (wanted.includes('api')) await runVitest('vitest.config.ts')
if (wanted.includes('server')) await runVitest('vitest.config.ts', ['apps/server'])
if (wanted.includes('security')) await runVitest('vitest.config.ts', securityTests())
if (wanted.includes('long')) await runVitest('vitest.long.config.ts')
await checked
if (needsBrowser) {
  await requireBrowser()
  await runVitest('e2e/vitest.config.ts', wanted.includes('security') ? securityJourneys() : [])
}
finish()

async function run(command: string, args: string[], settings = {}): Promise<boolean> {
  console.log(`\n▶ ${[command, ...args].join(' ')}`)
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...settings } } as const
  const [code] = await once(spawn(command, args, options), 'close')
  return code === 0
}

/** Runs in parallel with others; its output is printed when it has finished. */
async function runCheck(check: string): Promise<void> {
  const colours = process.stdout.isTTY && { FORCE_COLOR: '1' }
  const options = { cwd: root, env: { ...process.env, ...colours }, maxBuffer: 64 * 1024 * 1024 }
  await new Promise<void>((resolve) => {
    execFile('npm', ['run', '-s', check], options, (error, stdout, stderr) => {
      console.log(`\n▶ npm run -s ${check}`)
      process.stdout.write(stdout)
      process.stderr.write(stderr)
      count(!error, `npm run ${check}`)
      resolve()
    })
  })
}

function finish(): never {
  for (const line of notes) console.log(line)
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
  process.exit(totals.failed ? 1 : 0)
}

function count(passed: boolean, name: string) {
  if (passed) {
    totals.passed += 1
    return
  }
  totals.failed += 1
  notes.push(`failed: ${name}`)
}

async function runVitest(config: string, only: string[] = []): Promise<void> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fleetdeck-test-')), 'run.json')
  const reporter = path.join(root, 'scripts/test-reporter.ts')
  const args = ['run', ...only, '--config', config, '--reporter=default', `--reporter=${reporter}`]
  const passed = await run(path.join(root, 'node_modules/.bin/vitest'), args, { TEST_RUN_FILE: file })
  if (!existsSync(file)) return count(false, `vitest with ${config}`)
  const testRun: TestRun = JSON.parse(readFileSync(file, 'utf8'))
  totals.passed += testRun.passed
  for (const one of testRun.triedAgain) notes.push(`passed at the second try only: ${formatFailure(one)}`)
  for (const one of testRun.failed) count(false, formatFailure(one))
  if (!passed && testRun.failed.length === 0) count(false, `vitest with ${config}`)
}

function formatFailure({ name, errors }: TestRun['failed'][number]) {
  return [name, ...errors].join('\n')
}

async function requireBrowser(): Promise<void> {
  if (existsSync(executablePath)) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && (await run(path.join(root, 'scripts/install-system-packages'), []))) return
  console.error(
    'The browser journeys need Chromium: run `sudo scripts/install-system-packages`, or set CHROMIUM to its path.',
  )
  count(false, 'browser')
  finish()
}
