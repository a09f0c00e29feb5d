import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { toJunit } from '@fleetdeck/conformance/core/junit'
import { isLanguage, languages } from '@fleetdeck/i18n/languages'
import { type Context, defineCommand } from '../command.ts'
import { ExitCode, wrongUse } from '../failure.ts'
import { findingText } from '../findings.ts'
import { lineText } from '../follow-log.ts'
import { counted } from '../output.ts'
import { readNumber } from '../parse-words.ts'
import { findProject } from '../project.ts'
import { Bench } from '../script-tests/bench.ts'
import { findTests } from '../script-tests/find-tests.ts'
import { runFile, type TestResult } from '../script-tests/run-file.ts'

const maxParallel = 8

export const testCommand = defineCommand({
  name: 'test',
  text: 'runs the tests of scripts (*.test.js, *.test.ts) on simulated phones',
  words: [{ name: 'PATTERN', isOptional: true, isList: true, suggests: 'files' }],
  options: {
    strict: { text: 'exit code 1 if a script that a test runs has findings' },
    junit: { value: 'FILE', text: 'also write the results as JUnit XML', suggests: 'files' },
    parallel: { value: 'N', text: 'files that run at a time (default: one for each processor, up to 4)' },
    timeout: { value: 'SECONDS', text: 'time limit of a test (60)' },
    'http-host': { value: 'HOST', text: 'a host that scripts may call; may be repeated', isList: true },
    'phone-lang': { value: 'LANGUAGE', text: 'language of the phones (zhcn)', suggests: languages },
  },
  notes: [
    'PATTERN is a part of a file’s path. The command starts a server and phones of its own on this computer; each test',
    'has a new phone and no data. Misspelt functions and wrong numbers of arguments in scripts that tests run are shown.',
    'Exit code: 0 all succeeded, 1 a test failed, 2 there are no tests.',
  ],
  async run({ words, values }, { output, signal }) {
    const parallel = readNumber(values.parallel, '--parallel', {
      min: 1,
      max: maxParallel,
      byDefault: Math.min(4, availableParallelism()),
    })
    const seconds = readNumber(values.timeout, '--timeout', { min: 1, max: 3600, byDefault: 60 })
    const language = values['phone-lang'] ?? 'zhcn'
    if (!isLanguage(language)) throw wrongUse(`--phone-lang must be one of ${languages.join(', ')}`)
    const project = await findProject()
    const folder = project?.folder ?? process.cwd()
    const files = await findTests(folder, words)
    if (!files.length)
      throw wrongUse(
        `There are no files *.test.js or *.test.ts in ${folder}${words.length ? ' with such a name' : ''}`,
      )
    output.note('Starting a server and phones …')
    const bench = await Bench.start({ httpHosts: values['http-host'], language })
    const results: TestResult[] = []
    const run = new Set<string>()
    let warnings = 0
    try {
      const waiting = [...files]
      const onResult = (result: TestResult) => {
        const shown = { ...result, file: path.relative(folder, result.file) }
        results.push(shown)
        output.entry({ ...shown, state: shown.failure ? 'failed' : 'succeeded' }, resultText(shown))
      }
      const runNext = async (): Promise<void> => {
        for (let file = waiting.shift(); file && !signal.aborted; file = waiting.shift())
          await runFile(file, {
            bench,
            project,
            seconds,
            signal,
            onResult,
            onScript: (script) => run.add(script),
          })
      }
      await Promise.all(Array.from({ length: Math.min(parallel, files.length) }, runNext))
      if (!signal.aborted) warnings = await showFindings(bench, { scripts: run, folder, output })
    } finally {
      await bench.close()
    }
    if (values.junit) await writeJunit(values.junit, results)
    signal.throwIfAborted()
    output.note(sum(results, warnings))
    if (!results.length) throw wrongUse('The files have no tests')
    const isFailed = results.some(({ failure }) => failure) || (values.strict && warnings > 0)
    return isFailed ? ExitCode.failed : ExitCode.done
  },
})

/** Returns how many there are. */
async function showFindings(
  bench: Bench,
  { scripts, folder, output }: { scripts: Set<string>; folder: string; output: Context['output'] },
): Promise<number> {
  let count = 0
  for (const script of [...scripts].sort()) {
    const file = path.relative(folder, script)
    for (const finding of await bench.check(script)) {
      output.entry({ state: 'warning', file, ...finding }, `▲ ${findingText(file, finding)}`)
      count += 1
    }
  }
  return count
}

const sum = (results: readonly TestResult[], warnings: number): string => {
  const failed = results.filter(({ failure }) => failure).length
  const ends = `${results.length - failed} succeeded, ${failed} failed`
  return warnings ? `${ends}, ${counted(warnings, 'warning')}` : ends
}

function resultText({ file, name, ms, failure, logs }: TestResult): string {
  const head = `${failure ? '✘' : '✔'} ${file} › ${name} (${ms} ms)`
  if (!failure) return head
  const place = `at ${file}${failure.line ? `:${failure.line}` : ''}`
  const lines = logs.map(lineText)
  return [head, ...indented([failure.message, place, ...(lines.length ? ['log:', ...lines] : [])])].join('\n')
}

const indented = (texts: string[]) => texts.flatMap((text) => text.split('\n')).map((line) => `    ${line}`)

async function writeJunit(file: string, results: readonly TestResult[]): Promise<void> {
  const suites = [...Map.groupBy(results, (result) => result.file)].map(([name, cases]) => ({
    name,
    cases: cases.map((result) => ({
      name: result.name,
      classname: name.replace(/\.test\.[jt]s$/, '').replaceAll('/', '.'),
      ms: result.ms,
      ...(result.failure && {
        failure: {
          message: result.failure.message.split('\n')[0] ?? '',
          text: `${result.failure.message}\nat ${name}:${result.failure.line}`,
        },
      }),
      output: result.logs.map(lineText).join('\n'),
    })),
  }))
  await mkdir(path.dirname(path.resolve(file)), { recursive: true })
  await writeFile(file, toJunit(suites))
}
