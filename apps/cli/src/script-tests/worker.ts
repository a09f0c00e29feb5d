import { fileURLToPath, pathToFileURL } from 'node:url'
import { elementMethodNames } from '@fleetdeck/contract/script-api/elements'
import { diffLines } from '../diff-lines.ts'
import { createExpect } from './matchers.ts'
import type { FoundTest, FromWorker, TestFailure, ToWorker, Wish } from './protocol.ts'

/** Runs the tests of one file, in a process of its own; the command does what they ask for. */
type Body = (tools: object) => unknown

const [file = ''] = process.argv.slice(2)
const address = pathToFileURL(file).href
const found: (FoundTest & { body: Body })[] = []
const waiting = new Map<number, PromiseWithResolvers<unknown>>()
let lastId = 0

const send = (message: FromWorker) => void process.send?.(message)

function ask(wish: Wish): Promise<unknown> {
  lastId += 1
  const answer = Promise.withResolvers<unknown>()
  waiting.set(lastId, answer)
  send({ type: 'wish', id: lastId, wish })
  return answer.promise
}

/** An object whose every method is asked of the command. */
const asked = <Fixed extends object>(fixed: Fixed, call: (name: string, args: unknown[]) => unknown) =>
  new Proxy(fixed, {
    get: (target, name) => {
      // A promise would have `then`.
      if (name in target || typeof name !== 'string' || name === 'then') return Reflect.get(target, name)
      return (...args: unknown[]) => call(name, args)
    },
  })

/** An element of the screen, with methods that are asked of the phone. */
function toElement(phone: string, { element: number, ...data }: Record<string, unknown>) {
  const call = async (method: string, args: unknown[]) => {
    const answer = await ask({ do: 'device', phone, call: 'element', args: [number, method, ...args] })
    const { value, data: now } = answer as { value: unknown; data: object }
    Object.assign(data, now)
    return withElements(phone, value)
  }
  for (const method of elementMethodNames)
    Object.defineProperty(data, method, { value: (...args: unknown[]) => call(method, args) })
  return data
}

function withElements(phone: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withElements(phone, one))
  const isElement = typeof value === 'object' && value !== null && 'element' in value
  return isElement ? toElement(phone, value as Record<string, unknown>) : value
}

type RunOptions = { params?: Record<string, string | string[]> }

function phoneTools(phone: string) {
  const run = (script: string, { params = {} }: RunOptions = {}) =>
    ask({ do: 'run', phone, file: script, params })
  const device = async (call: string, args: unknown[]) =>
    withElements(phone, await ask({ do: 'device', phone, call, args }))
  return { run, phone: asked({ number: phone, run }, device) }
}

const toolsOf = (phone: string) => ({
  ...phoneTools(phone),
  data: asked({}, (call, args) => ask({ do: 'data', call, args })),
  addPhone: async () => phoneTools(String(await ask({ do: 'addPhone' }))).phone,
})

function test(name: string, ...[options, body]: [Body] | [{ seconds?: number }, Body]): void {
  const isShort = typeof options === 'function'
  const run = isShort ? options : body
  if (typeof name !== 'string' || typeof run !== 'function')
    throw new TypeError('test(name, body): a name and a function')
  found.push({ name, seconds: isShort ? undefined : options.seconds, body: run })
}

/** Values differ in lines: what was expected with +, what came with -. */
function describe(error: unknown): TestFailure {
  if (!(error instanceof Error)) return { message: String(error), line: 0 }
  const { message, stack = '', actual, expected } = error as Error & { actual?: unknown; expected?: unknown }
  const isCompared =
    'actual' in error && 'expected' in error && typeof expected === 'object' && expected !== null
  const toLines = (value: unknown) => JSON.stringify(value, undefined, 2) ?? String(value)
  const diff = isCompared ? `\n${diffLines(toLines(actual), toLines(expected)).join('\n')}` : ''
  const at = stack.split('\n').find((line) => line.includes(address) || line.includes(fileURLToPath(address)))
  return { message: `${message}${diff}`, line: Number(/:(\d+):\d+\)?$/.exec(at ?? '')?.[1] ?? 0) }
}

process.on('message', (message: ToWorker) => {
  if (message.type === 'answer') {
    const answer = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) answer?.resolve(message.value)
    else answer?.reject(new Error(message.error))
    return
  }
  const { place, phone } = message
  const run = async () => found[place]?.body(toolsOf(phone))
  run().then(
    () => send({ type: 'ended' }),
    (error: unknown) => send({ type: 'ended', failure: describe(error) }),
  )
})
// A rejection that a test does not await fails the test that runs then.
process.on('unhandledRejection', (error) => send({ type: 'ended', failure: describe(error) }))

Object.assign(globalThis, { test, expect: createExpect() })
try {
  await import(address)
  send({ type: 'found', tests: found.map(({ name, seconds }) => ({ name, seconds })) })
} catch (error) {
  send({ type: 'loadFailed', failure: describe(error) })
}
