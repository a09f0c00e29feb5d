import { readFileSync } from 'node:fs'
import path from 'node:path'
import { OutOfMemory, Sandbox, Stopped, type Suspension, Thrown, type Value } from './quickjs.ts'
import { ScriptBuiltins } from './script-builtins.ts'
import type { Turns } from './turns.ts'
import {
  type HostAnswer,
  type HostQuestion,
  maxCharacters,
  maxLine,
  operationSeconds,
  type WorkerEnd,
  type WorkerTask,
} from './worker-messages.ts'

interface RunningScriptDeps {
  program: WebAssembly.Module
  turns: Turns
  ask: (question: HostQuestion) => void
}

const isTimeout = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
const outOfMemory: WorkerEnd = { end: 'thrown', name: 'InternalError', message: 'out of memory', stack: '' }

const parts = new Map<string, string>()
/** Source of a part of the prelude. */
function preludePart(name: string): string {
  const text = parts.get(name) ?? readFileSync(new URL(`./prelude/${name}.js`, import.meta.url), 'utf8')
  parts.set(name, text)
  return text
}

/** One script in its sandbox. */
export class RunningScript {
  readonly #task: WorkerTask
  readonly #deps: RunningScriptDeps
  readonly #builtins = new ScriptBuiltins()
  #sandbox: Sandbox | undefined
  /** Orders that arrive before the sandbox is open. */
  #early: ('pause' | 'continue' | 'stop')[] = []
  #answered: (answer: HostAnswer) => void = () => undefined
  /** Where modules are imported that the script does not have. */
  readonly #missing = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(task: WorkerTask, deps: RunningScriptDeps) {
    this.#task = task
    this.#deps = deps
  }

  order(order: 'pause' | 'continue' | 'stop'): void {
    if (this.#sandbox) this.#sandbox[order]()
    else this.#early.push(order)
  }

  answer(answer: HostAnswer): void {
    this.#answered(answer)
  }

  async run(): Promise<WorkerEnd> {
    try {
      return await this.#runToEnd()
    } catch (error) {
      if (error instanceof Stopped) return { end: 'stopped' }
      if (error instanceof OutOfMemory) return outOfMemory
      if (isTimeout(error))
        return {
          ...{ end: 'thrown', name: 'InternalError', stack: '' },
          message: `one operation took longer than ${operationSeconds} s`,
        }
      const { name, message } = error as Error
      return { end: 'thrown', name, message, stack: '' }
    } finally {
      clearTimeout(this.#timer)
    }
  }

  async #runToEnd(): Promise<WorkerEnd> {
    const { program, turns } = this.#deps
    const { limits, source, fileName, isModule } = this.#task
    const sandbox = await Sandbox.open({
      ...{ program, turns, ...limits },
      call: (name, args) => this.#call(name, args),
      resolveModule: (from, name) => this.#resolveModule(from, name),
      loadModule: (wanted) => this.#loadModule(wanted),
    })
    this.#sandbox = sandbox
    for (const order of this.#early) sandbox[order]()
    const { runTimer, toText, describe } = await this.#prepare(sandbox)
    try {
      const evaluated = await sandbox.evaluate(source, fileName, isModule)
      for (;;) {
        await sandbox.runJobs()
        sandbox.checkRejections()
        const isMore = sandbox.number(await sandbox.call(runTimer)) === 1
        if (!isMore && !sandbox.hasJobs) break
      }
      const value = sandbox.awaited(evaluated)
      const result = isModule && value ? sandbox.awaited(sandbox.property(value, 'default')) : value
      const text = sandbox.text(await sandbox.call(toText, result ?? sandbox.undefined))
      return { end: 'done', result: text.slice(0, 4000) }
    } catch (error) {
      if (!(error instanceof Thrown)) throw error
      return this.#describe(sandbox, describe, error.value)
    }
  }

  async #describe(sandbox: Sandbox, describe: Value, value: Value): Promise<WorkerEnd> {
    try {
      const text = sandbox.text(await sandbox.call(describe, value))
      const { message, stack, ...rest } = JSON.parse(text) as { name: string; message: string; stack: string }
      if (sandbox.isFull && (message === '' || message === 'null')) return outOfMemory
      const lines = stack.split('\n')
      const own = lines.filter(
        (line) => line.trim() && !/\(prelude[:)]|at prelude:|at (host|sleep) \(native\)/.test(line),
      )
      return { end: 'thrown', ...rest, message, stack: own.slice(0, 50).join('\n').slice(0, 8000) }
    } catch (error) {
      if (!(error instanceof Thrown)) throw error
      // Not even the error could be read.
      return sandbox.isFull
        ? outOfMemory
        : { end: 'thrown', name: 'Error', message: 'a value that cannot be read', stack: '' }
    }
  }

  async #prepare(sandbox: Sandbox) {
    for (const [name, fn] of [
      ['__host', 'host'],
      ['__wait', 'sleep'],
      ['__load', 'load'],
      ['__toBase64', 'toBase64'],
      ['__fromBase64', 'fromBase64'],
    ] as const)
      sandbox.setGlobal(name, sandbox.newFunction(fn))
    const { task, timeZone, api } = this.#task
    sandbox.setGlobal('__task', sandbox.newText(task))
    sandbox.setGlobal('__facts', sandbox.newText(JSON.stringify({ api, timeZone, maxCharacters, maxLine })))
    const prelude = await sandbox.prepare(preludePart('core'))
    const [runTimer, toText, describe] = ['runTimer', 'toText', 'describe'].map((name) =>
      sandbox.property(prelude, name),
    ) as [Value, Value, Value]
    return { runTimer, toText, describe }
  }

  #call(name: string, [first, second]: Value[]): Value | undefined | Suspension {
    const sandbox = this.#sandbox as Sandbox
    if (name === 'load') return sandbox.load(preludePart(sandbox.text(first as Value)))
    if (name === 'toBase64') return sandbox.newText(sandbox.toBase64(first as Value))
    if (name === 'fromBase64') return sandbox.newBuffer(sandbox.text(first as Value))
    if (name === 'sleep') {
      const ms = first === undefined ? 0 : sandbox.number(first)
      return this.#sleep(Math.max(0, ms || 0))
    }
    const [call, args] = [sandbox.text(first as Value), sandbox.text(second as Value)]
    const toValue = (answer: HostAnswer) => {
      if ('value' in answer) return sandbox.newText(answer.value)
      return sandbox.throw(answer.error, answer.code)
    }
    const own = this.#builtins.call(call, args)
    if (own && !(own instanceof Promise)) return toValue(own)
    return {
      start: (done) => {
        this.#answered = (answer) => done(() => toValue(answer))
        if (own) own.then((answer) => this.#answered(answer)).catch(() => undefined)
        else this.#deps.ask({ name: call, args })
      },
    }
  }

  #sleep(ms: number): Suspension {
    const until = performance.now() + ms
    return {
      start: (done) => {
        const wait = () => {
          const left = until - performance.now()
          if (left <= 0) done(() => undefined)
          else this.#timer = setTimeout(wait, Math.min(left, 2 ** 31 - 1))
        }
        if (ms > 0) wait()
        else done(() => undefined)
      },
    }
  }

  #resolveModule(from: string, name: string): string {
    const { modules } = this.#task
    const beside = /^\.\.?\//.test(name) ? path.posix.join(path.posix.dirname(from), name) : name
    const found =
      modules.find((one) => one.name === name) ??
      modules.find(({ fileName }) => fileName === beside || fileName.replace(/\.\w+$/, '') === beside)
    if (!found) this.#missing.set(name, `${from}:${this.#lineOf(from, name)}`)
    return found?.fileName ?? name
  }

  #lineOf(from: string, name: string): number {
    const source = this.#sourceOf(from) ?? ''
    const at = source
      .split('\n')
      .findIndex((line) => line.includes(`'${name}'`) || line.includes(`"${name}"`))
    return at + 1
  }

  #sourceOf(fileName: string): string | undefined {
    if (fileName === this.#task.fileName) return this.#task.source
    return this.#task.modules.find((one) => one.fileName === fileName)?.source
  }

  #loadModule(fileName: string): string {
    const source = this.#sourceOf(fileName)
    if (source !== undefined) return source
    throw new Error(`the module “${fileName}” is not part of this script (${this.#missing.get(fileName)})`)
  }
}
