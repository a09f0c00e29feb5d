import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { elementMethodNames } from '@fleetdeck/contract/script-api/elements'
import type { ObjectCaller } from './calls/checked-caller.ts'

type Call = (...args: unknown[]) => unknown
type Ask = (name: string, json: string, as: (answer: unknown) => unknown) => Promise<unknown>
type Plain = (key: string, value: unknown) => unknown
type ElementsPart = (ask: Ask, leftMs: () => number, plain: Plain) => Record<string, Call>

/** An element as another program gets it: its data, and the number by which that program calls its methods. */
const isElement = (value: unknown): value is Record<string, Call> =>
  typeof value === 'object' && value !== null && elementMethodNames.every((name) => name in value)

/** Maximum number of elements that can still be used; the oldest are forgotten. */
const mostElements = 10_000

function preludePart(name: string): unknown {
  const file = new URL(`./prelude/${name}.js`, import.meta.url)
  return vm.runInThisContext(readFileSync(file, 'utf8'), { filename: file.href })
}
const openElements = preludePart('elements') as ElementsPart
const plain = preludePart('arguments') as Plain

/** The `device` object outside the sandbox, with the same part of the prelude, for a program that sends its calls. */
export function awaitedDevice(device: ObjectCaller, elementCall: ObjectCaller): ObjectCaller {
  const elements = new Map<number, Record<string, Call>>()
  let lastNumber = 0
  const ask: Ask = async (name, json, as) => {
    const args = JSON.parse(json) as unknown[]
    const own = name.startsWith('device.')
      ? device(name.slice('device.'.length), args)
      : elementCall(name, args)
    return as((await own) ?? undefined)
  }
  const calls = openElements(ask, () => Number.POSITIVE_INFINITY, plain)

  const send = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(send)
    if (!isElement(value)) return value
    lastNumber += 1
    elements.set(lastNumber, value)
    const [oldest] = elements.keys()
    if (elements.size > mostElements && oldest !== undefined) elements.delete(oldest)
    return { ...value, element: lastNumber }
  }
  const callElement = async ([number, method, ...args]: unknown[]) => {
    const element = elements.get(Number(number))
    if (!element) throw new Error('This element was found too long ago')
    if (!elementMethodNames.includes(String(method))) throw new Error(`element.${method} is not known`)
    const value = await element[String(method)]?.(...args)
    return { value: send(value), data: { ...element } }
  }

  return async (name, args) => {
    if (name === 'element') return callElement([...args])
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    return call ? send(await call(...args)) : device(name, args)
  }
}
