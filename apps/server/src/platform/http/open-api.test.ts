import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { refusedFieldHeader } from '@fleetdeck/contract/endpoint'
import { errors } from '@fleetdeck/contract/errors'
import { bareApiDocument, systemApi } from '@fleetdeck/contract/system-api'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

interface Operation {
  tags: string[]
  summary?: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> }
  security?: unknown[]
}
interface ApiDocument {
  openapi: string
  tags: { name: string; 'x-displayName': string }[]
  paths: Record<string, Record<string, Operation>>
}
const read = async (language = 'en') =>
  (await site.as(site.admin.token, language).call(systemApi.document)) as ApiDocument

test('the document describes every call with its fields, from the contracts that validate them', async () => {
  const { openapi, paths } = await read()
  expect(openapi).toBe('3.1.0')
  const told = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = site.app.endpoints
    .filter(({ path }) => path !== bareApiDocument.path && path !== '/*')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(told).toEqual(expect.arrayContaining(known))
  expect(paths['/device/group/add']?.post?.requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { groupName: { type: 'string', maxLength: 50 } },
    required: ['groupName'],
  })
  expect(paths['/device/group/list']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'pageNum', in: 'query' }),
  )
  expect(paths['/openapi/getTask']?.post?.security).toEqual([])
})

test('calls are grouped under titles in the caller’s language', async () => {
  const titles = async (language: string) => {
    const { tags, paths } = await read(language)
    const tag = paths['/device/group/add']?.post?.tags[0]
    return [
      tags.find(({ name }) => name === tag)?.['x-displayName'],
      paths['/device/group/add']?.post?.summary,
    ]
  }
  expect(await titles('en')).toEqual(['Device groups', 'Add device groups'])
  expect(await titles('zhcn')).toEqual(['设备分组', '新增设备分组'])
  expect(await titles('zhtw')).toEqual(['裝置群組', '新增裝置群組'])
  for (const { 'x-displayName': title } of (await read()).tags) expect(title).not.toMatch(/^systemApi\.|^\//)
})

test('it requires its permission, with and without the envelope', async () => {
  const { client } = await addUser(site, { userName: 'wei' })
  for (const call of [systemApi.document, bareApiDocument]) {
    expect((await site.nobody.ask(call)).code).toBe(-401)
    expect((await client.ask(call)).code).toBe(403)
  }
  expect(await site.admin.ask(bareApiDocument)).toMatchObject({ openapi: '3.1.0' })
})

test('a deployment that disables it refuses every user', async () => {
  const off = await startTestSite({ apiDocument: false })
  try {
    for (const call of [systemApi.document, bareApiDocument])
      expect(await off.admin.ask(call)).toEqual({
        code: 404,
        msg: 'API documentation is turned off in the deployment settings. Ask an administrator to turn it on.',
      })
  } finally {
    await off.stop()
  }
})

const fieldsOf = ({ parameters = [], requestBody }: Operation): string[] => [
  ...parameters.map(({ name }) => name),
  ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    [schema, ...((schema as { anyOf?: (typeof schema)[] }).anyOf ?? [])].flatMap((shape) =>
      Object.keys(shape.properties ?? {}),
    ),
  ),
]

test('a refusal names the field that is refused, and each such name is one of a call', async () => {
  const { paths } = await read()
  const operations = Object.values(paths).flatMap((calls) => Object.values(calls))
  const fields = new Set(operations.flatMap(fieldsOf))
  const named = Object.values(errors).flatMap((error) => ('field' in error ? [error.field] : []))
  expect(named.filter((name) => !fields.has(name))).toEqual([])

  const refused = async (body: object, path: string = deviceGroups.add.path) => {
    const answer = await fetch(site.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${site.admin.token}` },
      body: JSON.stringify(body),
    })
    const { code } = (await answer.json()) as { code: number }
    return [code, answer.headers.get(refusedFieldHeader)]
  }
  expect(await refused({ groupName: 'Lab' })).toEqual([0, null])
  expect(await refused({ groupName: 'Lab', tenantId: 1 })).toEqual([-1, 'groupName'])
  expect(await refused({ groupName: 'x'.repeat(51) })).toEqual([-1, 'groupName'])
  const refusedValue = (name: string) => refused({ values: { [name]: 5 } }, '/data/dynamicData/1/add')
  expect(await refusedValue('姓名')).toEqual([-1, `values.${encodeURIComponent('姓名')}`])
  expect(await refusedValue('\ud800')).toEqual([-1, 'values.%EF%BF%BD'])
  expect(await refusedValue('x'.repeat(100_000))).toEqual([-1, null])
})
