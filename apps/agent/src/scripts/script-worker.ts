import { readFileSync } from 'node:fs'
import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import releaseSync from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core'
import { type HostAnswer, Mode, Slot, type WorkerEnd, type WorkerTask } from './worker-messages.ts'

const { source, fileName, limits, control, port, task, api } = workerData as WorkerTask
const words = new Int32Array(control)

/** Pages of 64 KB. The program itself needs the first 16 MB. */
const firstPages = 256
const pagesPerMegabyte = 16

/** Blocks while the script is paused; true when it must end. */
function heed(): boolean {
  while (Atomics.load(words, Slot.mode) === Mode.pause) Atomics.wait(words, Slot.mode, Mode.pause)
  return Atomics.load(words, Slot.mode) === Mode.stop
}

/** Terminates the thread within a call: the script cannot catch it. */
function stopNow(): never {
  port.postMessage({ end: 'stopped' } satisfies WorkerEnd)
  process.exit(0)
}

function wait(ms: number): void {
  const until = performance.now() + ms
  for (;;) {
    if (heed()) stopNow()
    const left = until - performance.now()
    if (left <= 0) return
    Atomics.wait(words, Slot.mode, Mode.run, left)
  }
}

/** The script blocks until the agent has answered. */
function callHost(name: string, args: string): HostAnswer {
  if (heed()) stopNow()
  port.postMessage({ name, args })
  for (;;) {
    const seen = Atomics.load(words, Slot.answers)
    const answer = receiveMessageOnPort(port)?.message as HostAnswer | undefined
    if (heed()) stopNow()
    if (answer) return answer
    Atomics.wait(words, Slot.answers, seen)
  }
}

const maximum = Math.max(firstPages + pagesPerMegabyte, limits.memoryMegabytes * pagesPerMegabyte)
// The engine's own limit counts only a part of a script's memory; this one is absolute.
const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum })
const pageBytes = 65_536

async function openSandbox() {
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(releaseSync, { wasmMemory }))
  const runtime = quickjs.newRuntime()
  runtime.setMaxStackSize(limits.stackKilobytes * 1024)
  runtime.setInterruptHandler(heed)
  return runtime.newContext()
}

/** @returns the function that runs the next timer */
function prepare(context: QuickJSContext): QuickJSHandle {
  const define = (name: string, handle: QuickJSHandle) => {
    context.setProp(context.global, name, handle)
    handle.dispose()
  }
  define(
    '__host',
    context.newFunction('host', (name, args) => {
      const answer = callHost(context.getString(name), context.getString(args))
      if ('value' in answer) return context.newString(answer.value)
      const error = context.newError(answer.error)
      if (answer.code) context.newString(answer.code).consume((code) => context.setProp(error, 'code', code))
      return { error }
    }),
  )
  define(
    '__wait',
    context.newFunction('sleep', (ms) => {
      wait(Math.max(0, context.getNumber(ms) || 0))
      return context.undefined
    }),
  )
  define(
    '__load',
    context.newFunction('load', (name) => evalPrelude(context, context.getString(name))),
  )
  define('__task', context.newString(task))
  define('__api', context.newString(api))
  return context.unwrapResult(evalPrelude(context, 'prelude'))
}

const preludeParts: Record<string, URL> = {
  prelude: new URL('./prelude.js', import.meta.url),
  'time-limits': new URL('./prelude/time-limits.js', import.meta.url),
  elements: new URL('./prelude/elements.js', import.meta.url),
  random: new URL('./prelude/random.js', import.meta.url),
}

function evalPrelude(context: QuickJSContext, name: string) {
  const file = preludeParts[name]
  if (!file) throw new Error(`the prelude has no part ${name}`)
  return context.evalCode(readFileSync(file, 'utf8'), 'prelude')
}

class Thrown extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super('the script threw')
    this.value = value
  }
}

/** Runs pending promise jobs and timers until none are left. */
function runToEnd(context: QuickJSContext, nextTimer: QuickJSHandle): void {
  for (;;) {
    const jobs = context.runtime.executePendingJobs()
    if (jobs.error) throw new Thrown(jobs.error.consume((error) => context.dump(error)))
    const fired = context.callFunction(nextTimer, context.undefined)
    if (fired.error) throw new Thrown(fired.error.consume((error) => context.dump(error)))
    const isMore = fired.value.consume((value) => context.dump(value)) === true
    if (!isMore && !context.runtime.hasPendingJob()) return
  }
}

function toResult(context: QuickJSContext, value: QuickJSHandle): string {
  const state = context.getPromiseState(value)
  if (state.type === 'rejected') throw new Thrown(state.error.consume((error) => context.dump(error)))
  if (state.type === 'pending') return ''
  const result: unknown = context.dump(state.value)
  if (result === undefined || result === null) return ''
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? String(result))
}

async function run(): Promise<WorkerEnd> {
  try {
    const context = await openSandbox()
    const nextTimer = prepare(context)
    const evaluated = context.evalCode(source, fileName)
    if (evaluated.error) throw new Thrown(evaluated.error.consume((error) => context.dump(error)))
    runToEnd(context, nextTimer)
    return { end: 'done', result: toResult(context, evaluated.value).slice(0, 4000) }
  } catch (error) {
    if (Atomics.load(words, Slot.mode) === Mode.stop) return { end: 'stopped' }
    return thrown(error instanceof Thrown ? error.value : error)
  }
}

/** An error thrown without memory left for it has no message. */
const isFull = () => wasmMemory.buffer.byteLength >= (maximum - pagesPerMegabyte) * pageBytes
const isWordless = (value: unknown) => !(value as { message?: unknown } | null)?.message

function thrown(value: unknown): WorkerEnd {
  if (isFull() && isWordless(value))
    return { end: 'thrown', name: 'InternalError', message: 'out of memory', stack: '' }
  if (typeof value !== 'object' || value === null || !('message' in value))
    return { end: 'thrown', name: 'Error', message: String(value).slice(0, 2000), stack: '' }
  const { name, message, stack } = value as { name?: unknown; message: unknown; stack?: unknown }
  const lines = String(stack ?? '').split('\n')
  const own = lines.filter((line) => line.trim() && !/\(prelude[:)]|at (host|sleep) \(native\)/.test(line))
  return {
    end: 'thrown',
    name: String(name ?? 'Error').slice(0, 100),
    message: String(message).slice(0, 2000),
    stack: own.slice(0, 50).join('\n').slice(0, 8000),
  }
}

port.postMessage(await run())
port.close()
