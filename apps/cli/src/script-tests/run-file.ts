import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { readScript } from '../commands/try.ts'
import { environment } from '../environment.ts'
import { keyOf, type Project } from '../project.ts'
import { withValues } from '../script-params.ts'
import type { Bench, TestBench } from './bench.ts'
import type { FoundTest, FromWorker, TestFailure, ToWorker, Wish } from './protocol.ts'

const worker = path.join(import.meta.dirname, 'worker.ts')
/** For reading the file, which should only name its tests. */
const loadMs = 30_000
/** Log lines that are shown with a failure. */
const shownLines = 20

export interface TestResult {
  file: string
  name: string
  ms: number
  failure?: TestFailure
  /** The last lines of its runs. */
  logs: TestBench['logs']
}

interface FileOptions {
  bench: Bench
  project: Project | undefined
  seconds: number
  signal: AbortSignal
  onResult: (result: TestResult) => void
  /** A script that a test runs. */
  onScript: (file: string) => void
}

/** Runs the tests of a file, one after the other; after one that hangs, the rest in a new process. */
export async function runFile(file: string, options: FileOptions): Promise<TestResult[]> {
  const results: TestResult[] = []
  const add = (result: TestResult) => {
    results.push(result)
    options.onResult(result)
  }
  for (let place = 0; !options.signal.aborted; ) {
    const process_ = new TestProcess(file, options)
    try {
      const tests = await process_.load()
      if ('failure' in tests) {
        add({ file, name: path.basename(file), ms: 0, failure: tests.failure, logs: [] })
        return results
      }
      for (; place < tests.found.length && !process_.isOver && !options.signal.aborted; place += 1)
        add(await process_.run(place, tests.found[place] as FoundTest))
      if (place >= tests.found.length) return results
    } finally {
      process_.end()
    }
  }
  return results
}

/** The process of one file. */
class TestProcess {
  readonly #file: string
  readonly #options: FileOptions
  readonly #child
  readonly #exited: Promise<unknown>
  #test: TestBench | undefined
  #onMessage: (message: FromWorker) => void = () => undefined
  isOver = false

  constructor(file: string, options: FileOptions) {
    this.#file = file
    this.#options = options
    this.#child = fork(worker, [file], {
      cwd: path.dirname(file),
      env: environment.forChildren(),
      execArgv: ['--no-warnings'],
      serialization: 'advanced',
    })
    this.#exited = once(this.#child, 'exit').then(() => {
      this.isOver = true
    })
    this.#child.on('message', (message: FromWorker) => {
      if (message.type === 'wish') this.#answer(message.id, message.wish)
      else this.#onMessage(message)
    })
    options.signal.addEventListener('abort', this.end)
  }

  async load(): Promise<{ found: FoundTest[] } | { failure: TestFailure }> {
    const message = await this.#next(loadMs)
    if (message === 'late') return { failure: { message: 'The file does not end to load', line: 0 } }
    if (message === 'exit') return { failure: { message: 'The process of the file ended', line: 0 } }
    if (message.type === 'found') return { found: message.tests }
    return message.type === 'loadFailed'
      ? message
      : { failure: { message: 'The file is not a test', line: 0 } }
  }

  async run(place: number, { name, seconds = this.#options.seconds }: FoundTest): Promise<TestResult> {
    const startedAt = performance.now()
    const test = await this.#options.bench.openTest()
    this.#test = test
    try {
      const phone = await test.addPhone()
      const ended = this.#next(seconds * 1000)
      this.#send({ type: 'begin', place, phone })
      const message = await ended
      const ms = Math.round(performance.now() - startedAt)
      const result = { file: this.#file, name, ms, logs: test.logs.slice(-shownLines) }
      const failure = this.#failureOf(message, seconds)
      return failure ? { ...result, failure } : result
    } finally {
      this.#test = undefined
      await test.close()
    }
  }

  #failureOf(message: FromWorker | 'late' | 'exit', seconds: number): TestFailure | undefined {
    if (message === 'late') {
      this.end()
      return { message: `The test has not ended within ${seconds} s`, line: 0 }
    }
    if (message === 'exit') return { message: 'The process of the test ended', line: 0 }
    return message.type === 'ended' ? message.failure : undefined
  }

  readonly end = (): void => {
    this.isOver = true
    this.#options.signal.removeEventListener('abort', this.end)
    this.#child.kill('SIGKILL')
  }

  async #next(ms: number): Promise<FromWorker | 'late' | 'exit'> {
    const message = Promise.withResolvers<FromWorker>()
    this.#onMessage = message.resolve
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), ms)
    })
    try {
      return await Promise.race([message.promise, late, this.#exited.then(() => 'exit' as const)])
    } finally {
      clearTimeout(timer)
    }
  }

  #send(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message)
  }

  #answer(id: number, wish: Wish): void {
    this.#fulfil(wish).then(
      (value) => this.#send({ type: 'answer', id, value }),
      (error: unknown) => this.#send({ type: 'answer', id, error: (error as Error).message }),
    )
  }

  async #fulfil(wish: Wish): Promise<unknown> {
    const test = this.#test
    if (!test) throw new Error('The test has ended')
    if (wish.do === 'addPhone') return test.addPhone()
    if (wish.do === 'device') return test.device(wish.phone, wish.call, wish.args)
    if (wish.do === 'data') return test.data(wish.call, wish.args)
    const script = path.resolve(path.dirname(this.#file), wish.file)
    const { project } = this.#options
    const params = project?.scripts[keyOf(project, script)]?.params ?? []
    const values = withValues(params, new Map(Object.entries(wish.params)))
    this.#options.onScript(script)
    const [content, scriptLanguage] = [await readScript(script), languageOfFile(script)]
    return test.run(wish.phone, { content, scriptLanguage, params: values })
  }
}
