import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { en } from '@fleetdeck/i18n/en'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isTextKey } from './language.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const wrongValues = [undefined, null, {}, { x: 1 }, [], 'a', '', -7, 1e15, true, '2'.repeat(1000)]
const shapeOf = (schema: z.ZodType): Record<string, unknown> => {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.out as z.ZodType)
  return schema instanceof z.ZodObject ? schema.shape : {}
}
const wrongInputs = (schema: z.ZodType) =>
  Object.keys(shapeOf(schema)).flatMap((name) => wrongValues.map((value) => ({ [name]: value })))

test('the text of a wrong value has no gap but the name of its field', () => {
  const schemas = (site.app.endpoints as Endpoint[]).flatMap(({ query, body }) =>
    [query ?? [], body ?? []].flat(),
  )
  const issues = schemas.flatMap((schema) =>
    wrongInputs(schema).flatMap((input) => schema.safeParse(input).error?.issues ?? []),
  )
  const keys = new Set(issues.map(({ message }) => message).filter(isTextKey))
  expect(keys.size).toBeGreaterThan(100)
  for (const key of keys) expect(en[key].replace('{{field}}', '')).not.toContain('{{')
})

test('a refusal names its field, in the language of the caller', async () => {
  const getTask = { method: 'POST', path: '/openapi/getTask' } as const
  const askIn = async (language: string, body: unknown) =>
    (await site.as(undefined, language).ask(getTask, { body })).msg
  expect(await askIn('en', {})).toBe('dataSecret is missing. Send the user’s enrolment key.')
  expect(await askIn('en', [])).toBe('The request is not valid. Check its fields and try again.')
  expect(await askIn('zh-TW', [])).toBe('請求內容有誤，請檢查各欄位後再試')
  const task = { taskName: 'x', scriptId: 1, execType: 1, cacheScript: 5 }
  expect(await site.admin.ask({ method: 'POST', path: '/task/task/add' }, { body: task })).toMatchObject({
    code: -1,
    msg: '“cacheScript” is not valid',
  })
})
