import { readdirSync, readFileSync } from 'node:fs'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { RapiEnvelope } from '@fleetdeck/contract/phone-api'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldsOf } from './frame-fields.ts'
import { answers, bodies, sentByPhones, sentToPhones, tables } from './reference.ts'

const page = readFileSync(new URL('../../../../docs/device-protocol.md', import.meta.url), 'utf8')

/** Its body is an empty object. */
const withoutFields = '/rapi/hotScripts'

/** The text below a heading, up to the next one. */
function section(heading: string): string {
  const [, text = ''] = page.split(`${heading}\n`)
  return text.split(/^#/m)[0] ?? ''
}
/** The lines of JSON below a heading. */
const examplesBelow = (heading: string) =>
  [...section(heading).matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, lines = '']) =>
    lines.trim().split('\n'),
  )

/** Why the example is not what the schema describes; undefined if it is. */
function wrongIn(schema: z.ZodType | undefined, example: unknown): string | undefined {
  if (!schema) return 'no such message'
  const read = schema.safeParse(example)
  if (!read.success) return read.error.message
  const known = new Set(fieldsOf(schema).map(({ name }) => name))
  const unknown = Object.keys(example as object).filter((name) => name !== 'action' && !known.has(name))
  return known.size > 0 && unknown.length > 0 ? `unknown fields ${unknown}` : undefined
}

test.each([...tables])('the table “%s” is that of the contract', (heading, table) => {
  expect(section(heading)).toContain(`\n${table}\n`)
})

test.each([
  ['### Fields of what a phone sends', sentByPhones],
  ['### Fields of what a phone receives', sentToPhones],
] as const)('“%s” has a valid example of each message', (heading, messages) => {
  const schemas = new Map(messages)
  const examples = examplesBelow(heading).map((line) => JSON.parse(line) as { action: string })
  const wrong = examples.map((example) => [example.action, wrongIn(schemas.get(example.action), example)])
  expect(wrong.filter(([, why]) => why)).toEqual([])
  expect(new Set(examples.map(({ action }) => action))).toEqual(new Set(schemas.keys()))
})

/** Path and example of each line below a heading. */
const callsBelow = (heading: string) =>
  examplesBelow(heading).map((line) => Object.entries(JSON.parse(line) as object)[0] ?? ['', ''])

test('each call over HTTP has a valid example of its body', () => {
  const examples = callsBelow('### Bodies of calls over HTTP')
  const wrong = examples.map(([path, example]) => [path, wrongIn(bodies.get(path), example)])
  expect(wrong.filter(([, why]) => why)).toEqual([])
  expect(new Set(examples.map(([path]) => path))).toEqual(new Set(bodies.keys()))
})

test('each call of the contract that is sent in the envelope has such an example', async () => {
  const folder = new URL('../../../contract/src/', import.meta.url)
  const files = readdirSync(folder).filter((file) => /^[\w-]+\.ts$/.test(file))
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const paths = modules
    .flatMap((module) => Object.values(module))
    .flatMap((value: unknown) => (typeof value === 'object' && value ? Object.values(value) : []))
    .flatMap((call: unknown) => {
      const { path, body } = (call ?? {}) as Partial<Endpoint>
      return path && body === RapiEnvelope ? [path] : []
    })
  expect(paths).toContain('/rapi/heartbeat')
  expect(paths.filter((path) => !bodies.has(path) && path !== withoutFields)).toEqual([])
})

test('answers of calls over HTTP have valid examples', () => {
  const examples = callsBelow('### Answers of calls over HTTP')
  const wrong = examples.filter(([path, example]) => !answers.get(path)?.safeParse(example).success)
  expect(wrong).toEqual([])
  expect(new Set(examples.map(([path]) => path))).toEqual(new Set(answers.keys()))
})
