import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findJourneys, findTests } from './changed-tests.ts'

/**
 * The fast checks of a change: types, import rules, the style of changed files and the tests next to them. Journeys are
 * only listed. --since COMMIT: changes since that commit; by default since the branch left main.
 */
const root = path.resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { since: { type: 'string' } } })
const changed = changedFiles()
const tests = globSync('{apps,packages,e2e}/*/**/*.test.{ts,tsx}', { cwd: root }).filter(
  (file) => !/node_modules|\.long\.test\.ts$/.test(file),
)
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8')
const wanted = findTests(changed, tests, readText)
console.log(`${changed.length} changed files, ${wanted.length} related test files`)

const checks = [run('types', 'npm', ['run', '-s', 'types']), run('imports', 'npm', ['run', '-s', 'imports'])]
const styled = changed.filter((file) => /\.(tsx?|json|css)$/.test(file) && existsSync(path.join(root, file)))
if (styled.length)
  checks.push(
    run('style', bin('biome'), ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...styled]),
  )
if (wanted.length) checks.push(run('tests', bin('vitest'), ['run', ...wanted]))
const failed = (await Promise.all(checks)).filter(({ hasPassed }) => !hasPassed)

const journeys = findJourneys(changed, tests, readText)
if (journeys.length)
  console.log(`\nRelated journeys: npx vitest run --config e2e/vitest.config.ts ${journeys.join(' ')}`)
console.log(failed.length ? `failed: ${failed.map(({ name }) => name).join(', ')}` : 'passed')
process.exit(failed.length ? 1 : 0)

function changedFiles(): string[] {
  const since = values.since ?? git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...git('diff', '--name-only', since), ...untracked])]
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  return output.split('\n').filter((line) => line !== '')
}

function bin(name: string) {
  return path.join(root, 'node_modules/.bin', name)
}

/** Output is printed at the end, because several checks run in parallel. */
async function run(name: string, command: string, args: string[]) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  console.log(`\n▶ ${name}\n${output.trim()}`)
  return { name, hasPassed: code === 0 }
}
