import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfStale } from './build-web.ts'

/** Types, style, import rules, unit and API tests, browser journeys; or one part with --only, or the server's tests. */
const root = path.resolve(import.meta.dirname, '..')
const parts = ['checks', 'api', 'journeys']
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = values.only ? [...parts, 'server'].filter((part) => part === values.only) : parts
if (wanted.length === 0) {
  console.error(`--only takes one of ${parts.join(', ')}, server.`)
  process.exit(2)
}

const totals = { passed: 0, failed: 0 }
if (wanted.includes('checks'))
  for (const check of ['types', 'style', 'imports']) count(run('npm', ['run', '-s', check]))
if (wanted.includes('api')) runVitest('vitest.config.ts')
if (wanted.includes('server')) runVitest('vitest.config.ts', ['apps/server'])
if (wanted.includes('journeys')) {
  requireBrowser()
  await buildWebIfStale((line) => console.log(line))
  runVitest('e2e/vitest.config.ts')
}
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed ? 1 : 0)

function run(command: string, args: string[]): boolean {
  console.log(`\n▶ ${[command, ...args].join(' ')}`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
}

function count(passed: boolean) {
  if (passed) totals.passed += 1
  else totals.failed += 1
}

function runVitest(config: string, only: string[] = []) {
  const report = path.join(mkdtempSync(path.join(tmpdir(), 'fleetdeck-test-')), 'report.json')
  const args = [
    'run',
    ...only,
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const passed = run(path.join(root, 'node_modules/.bin/vitest'), args)
  if (!existsSync(report)) return count(false)
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  totals.passed += numPassedTests
  // A file that could not be loaded fails the run without a failed test.
  totals.failed += numFailedTests || (passed ? 0 : 1)
}

function requireBrowser() {
  if (['/usr/bin/chromium', process.env.CHROMIUM ?? ''].some((file) => existsSync(file))) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && run(path.join(root, 'scripts/install-system-packages'), [])) return
  console.error(
    'The browser journeys need Chromium: run `sudo scripts/install-system-packages`, or set CHROMIUM to its path.',
  )
  count(false)
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
  process.exit(1)
}
