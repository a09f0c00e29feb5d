import { type Endpoint, timeInput } from '@fleetdeck/contract/endpoint'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from './check-input.ts'
import { readTexts } from './read-texts.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const read = (schema: z.ZodType, value: unknown) => (readTexts(schema) as z.ZodType).safeParse(value)

describe('a field that takes', () => {
  test('a number takes its text, and refuses what is no number', () => {
    const id = z.int().positive()
    expect(read(id, '5').data).toBe(5)
    for (const wrong of [
      '',
      ' ',
      'abc',
      '1e3',
      '0x10',
      'true',
      '1.5',
      '0',
      '-1',
      '99999999999999999999',
      [5],
      true,
    ])
      expect(read(id, wrong).success, String(wrong)).toBe(false)
    expect(read(z.number(), '-1.5').data).toBe(-1.5)
  })

  test('one of some numbers takes their texts', () => {
    const status = z.union([z.literal(0), z.literal(1)])
    expect(read(status, '0').data).toBe(0)
    expect(read(status, '2').success).toBe(false)
    expect(read(status, '').success).toBe(false)
  })

  test('a list takes its values separated by commas', () => {
    const ids = z.array(z.int().positive()).max(3)
    expect(read(ids, '1,2').data).toEqual([1, 2])
    expect(read(ids, '1, 2').data).toEqual([1, 2])
    expect(read(ids, ['1', 2]).data).toEqual([1, 2])
    expect(read(ids, '').data).toEqual([])
    for (const wrong of ['1,,2', 'a', '1,2,3,4', ',']) expect(read(ids, wrong).success, wrong).toBe(false)
    expect(read(z.array(z.string()), 'A001,A002').data).toEqual(['A001', 'A002'])
    expect(read(z.array(z.object({})), 'a,b').success).toBe(false)
  })

  test('an optional number or list takes an empty text as not given', () => {
    expect(read(z.int().optional(), '').data).toBeUndefined()
    expect(read(z.int().default(3), '').data).toBe(3)
    expect(read(z.int().nullish(), '').data).toBeNull()
    expect(read(z.int().nullable().default(3), '').data).toBeNull()
    expect(read(z.array(z.int()).optional(), '').data).toBeUndefined()
    expect(read(z.int().nullable(), '').success).toBe(false)
    expect(read(timeInput.nullish(), '').success).toBe(false)
  })

  test('a text gets it unchanged', () => {
    expect(read(z.union([z.number(), z.string()]), '5').data).toBe('5')
    expect(read(z.union([z.string(), z.array(z.string())]), 'a,b').data).toBe('a,b')
    expect(read(z.string().optional(), '').data).toBe('')
    expect(read(z.unknown(), '5').data).toBe('5')
    expect(read(z.literal(['1', '2']), '1').data).toBe('1')
  })
})

/** The fields of a query or body, also behind another name. */
function fieldsOf(schema: z.ZodType | undefined): [string, z.ZodType][] {
  if (schema instanceof z.ZodPipe)
    return fieldsOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  return schema instanceof z.ZodObject ? Object.entries(schema.shape as Record<string, z.ZodType>) : []
}
const allFields = (parts: ('query' | 'body')[]) =>
  site.app.endpoints.flatMap((endpoint: Endpoint) =>
    parts.flatMap((part) =>
      fieldsOf(endpoint[part]).map(([name, schema]) => ({ place: `${endpoint.path} ${name}`, schema })),
    ),
  )
const numbers = [0, 1, 2, 10, 24, 64, 100, 1000, 0.5]
const lists = [[1], [1, 2], ['A1'], ['A1', 'A2'], [0, 2]]
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('in every call of the product', () => {
  test('a number can be written as a text', () => {
    let seen = 0
    for (const { place, schema } of allFields(['query', 'body']))
      for (const number of numbers) {
        if (!accepts(schema, number) || accepts(schema, String(number))) continue
        seen += 1
        expect(read(schema, String(number)).data, place).toEqual(schema.parse(number))
      }
    expect(seen).toBeGreaterThan(300)
  })

  test('a list of ids or names can be written with commas', () => {
    let seen = 0
    for (const { place, schema } of allFields(['query', 'body']))
      for (const list of lists) {
        if (!accepts(schema, list) || (accepts(schema, list.join(',')) && accepts(schema, 'a b'))) continue
        seen += 1
        expect(read(schema, list.join(',')).data, place).toEqual(schema.parse(list))
      }
    expect(seen).toBeGreaterThan(100)
  })

  test('an empty text is no list that is given', () => {
    let seen = 0
    for (const { place, schema } of allFields(['body'])) {
      const [ungiven, empty] = [schema.safeParse(undefined), read(schema, '')]
      if (!ungiven.success || !lists.some((list) => accepts(schema, list))) continue
      seen += 1
      expect([ungiven.data, null], place).toContainEqual(empty.data)
      expect(empty.success, place).toBe(true)
    }
    expect(seen).toBeGreaterThan(10)
  })

  test('an empty text is no number', () => {
    for (const { place, schema } of allFields(['query', 'body'])) {
      const { success, data } = read(schema, '')
      if (!success || typeof data !== 'number') continue
      const ungiven = [undefined, null].map((value) => schema.safeParse(value).data)
      expect(ungiven, place).toContainEqual(data)
    }
  })

  test('an empty filter is the same as none', () => {
    let seen = 0
    for (const { path, query } of site.app.endpoints as Endpoint[]) {
      if (!query) continue
      const check = checkInput(() => 'UTC')({
        schema: query,
        httpPart: 'querystring',
        method: 'GET',
        url: path,
      })
      for (const [name, field] of fieldsOf(query)) {
        if (!accepts(field, undefined)) continue
        seen += 1
        expect(check({ [name]: '' }), `${path} ${name}`).toEqual(check({}))
      }
    }
    expect(seen).toBeGreaterThan(300)
  })

  test('an id beyond all ids is refused with the name of its field', async () => {
    for (const endpoint of site.app.endpoints as Endpoint[])
      for (const [name] of fieldsOf(endpoint.query).filter(([name]) => /ids?$/i.test(name))) {
        const place = { method: endpoint.method, path: endpoint.path.replace(/:\w+/g, '1') }
        const answer = await site.admin.ask(place, { query: { [name]: '99999999999' } })
        expect(answer.code, `${endpoint.path} ${name}: ${answer.msg}`).not.toBe(500)
      }
    const edit = { method: 'POST', path: '/device/group/edit' } as const
    expect(await site.admin.ask(edit, { body: { id: '99999999999', groupName: 'x' } })).toMatchObject({
      code: -1,
      msg: '“id” is not valid',
    })
  })
})
