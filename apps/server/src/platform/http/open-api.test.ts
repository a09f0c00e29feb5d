import asyncApi from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' }
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { refusedFieldHeader } from '@fleetdeck/contract/endpoint'
import { errors } from '@fleetdeck/contract/errors'
import { sockets } from '@fleetdeck/contract/sockets'
import { bareApiDocument, bareSocketDocument, systemApi } from '@fleetdeck/contract/system-api'
import { languages } from '@fleetdeck/i18n/languages'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productVersion } from '../core/product.ts'
import { callKey } from './api-document/contract-parts.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  required?: string[]
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters: { name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, object>
  security?: unknown[]
}
interface ApiDocument {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  tags: { name: string; 'x-displayName': string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}
interface SocketDocument {
  channels: Record<string, { address: string; messages: object }>
  components: { messages: Record<string, { payload: Schema }> }
}
const read = async (language = 'en') =>
  (await site.as(site.admin.token, language).call(systemApi.document)) as ApiDocument
const operationsOf = ({ paths }: ApiDocument) => Object.values(paths).flatMap((calls) => Object.values(calls))
const bodyOf = (operation: Operation | undefined) => operation?.requestBody?.content['application/json']

/** Not in the contract: files of the console, and probes. */
const undocumented = ['GET /*', 'GET /healthz', 'GET /readyz', 'GET /metrics']

test('the document describes every call with its fields, from the contracts that validate them', async () => {
  const { openapi, paths, components } = await read()
  expect(openapi).toBe('3.1.0')
  const shapeOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
  const described = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => shapeOf(method.toUpperCase(), path)),
  )
  const known = site.app.endpoints
    .filter((endpoint) => !undocumented.includes(callKey(endpoint)))
    .map(({ method, path }) => shapeOf(method, path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')))
  expect(described.sort()).toEqual(known.sort())
  expect(bodyOf(paths['/device/group/add']?.post)?.schema).toEqual({
    $ref: '#/components/schemas/DeviceGroupDraft',
  })
  expect(components.schemas.DeviceGroupDraft).toMatchObject({
    properties: { groupName: { type: 'string', maxLength: 50 } },
    required: ['groupName'],
  })
  expect(paths['/device/group/list']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'pageNum', in: 'query' }),
  )
  expect(paths['/common/upload']?.post?.requestBody?.content).toMatchObject({
    'multipart/form-data': { schema: { properties: { file: { format: 'binary' } }, required: ['file'] } },
  })
  expect(paths['/openapi/getTask']?.post?.security).toEqual([])
  expect(paths['/rapi/heartbeat']?.post?.security).toEqual([{ deviceToken: [] }])
})

test('every call has a name, a summary and described parameters, in three languages', async () => {
  for (const language of languages) {
    const document = await read(language)
    const operations = operationsOf(document)
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('deviceGroupsList')
    const texts = Object.keys(zhcn).filter((key) => key.startsWith('apiCall.'))
    expect(texts.filter((key) => ![...ids, 'alarmWebhook'].includes(key.slice('apiCall.'.length)))).toEqual(
      [],
    )
    const summaries = operations.map(({ summary }) => summary)
    expect(operations.filter(({ summary }) => !summary)).toEqual([])
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([])
    const parameters = operations.flatMap((each) => each.parameters)
    expect(parameters.filter(({ description }) => !description)).toEqual([])
    for (const { 'x-displayName': title } of document.tags) expect(title).not.toMatch(/^systemApi\.|^\//)
  }
})

test('parameters that are never given are left out, and searches by field name their parameters', async () => {
  const { paths } = await read()
  const namesOf = (path: string) => paths[path]?.get?.parameters.map(({ name }) => name)
  expect(namesOf('/permission/holders')).not.toContain('orderByColumn')
  expect(namesOf('/device/group/list')).toContain('orderByColumn')
  const found = paths['/data/dynamicData/{tableId}/list']?.get?.parameters.find(
    ({ name }) => name === 'search.field',
  )
  expect(found).toMatchObject({ in: 'query', schema: { type: 'string', maxLength: 500 } })
  expect(found).not.toHaveProperty('required')
})

test('the documents of calls and sockets have no fault that the linter knows, in three languages', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  for (const language of languages)
    for (const document of [bareApiDocument, bareSocketDocument]) {
      const source = JSON.stringify(await site.admin.ask(document, { query: { language } }))
      const faults = await lintFromString({ source, config, absoluteRef: '/api.json' })
      expect(faults.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([])
    }
}, 60_000)

test('the document of the sockets is AsyncAPI, and has every message of the contract', async () => {
  const document = (await site.admin.ask(bareSocketDocument)) as unknown as SocketDocument
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(asyncApi)
  expect([validate(document), validate.errors]).toEqual([true, null])
  const { channels, components } = document
  expect(Object.values(channels).map(({ address }) => address)).toEqual(
    Object.values(sockets).map(({ path }) => path),
  )
  for (const [name, { received, sent }] of Object.entries(sockets))
    expect(Object.keys(channels[name]?.messages ?? {})).toEqual(
      expect.arrayContaining([
        ...received.options.map(({ shape }) => `${name}.received.${shape.action.value}`),
        ...sent.options.map(({ shape }) => `${name}.sent.${shape.action.value}`),
      ]),
    )
  expect(components.messages['phone.received.settingsTaken']?.payload.properties).toHaveProperty('revision')
  expect(components.messages['wall.sent.groupState']?.payload.properties).toHaveProperty('group')
})

test('the document names the version of the product and the address of the site', async () => {
  expect(await read()).toMatchObject({ info: { version: productVersion }, servers: [{ url: '/' }] })
  await site.deps.parameters.set('sys.publicAddress', 'https://fleet.example')
  expect((await read()).servers).toEqual([{ url: 'https://fleet.example' }])
  const sockets = await site.admin.call(systemApi.sockets)
  expect(sockets).toMatchObject({ servers: { site: { host: 'fleet.example', protocol: 'wss' } } })
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
})

test('it requires its permission, with and without the envelope', async () => {
  const { client } = await addUser(site, { userName: 'wei' })
  for (const call of [...Object.values(systemApi), bareApiDocument, bareSocketDocument]) {
    expect((await site.nobody.ask(call)).code).toBe(-401)
    expect((await client.ask(call)).code).toBe(403)
  }
  expect(await site.admin.ask(bareApiDocument)).toMatchObject({ openapi: '3.1.0' })
})

test('a deployment that disables it refuses every user', async () => {
  const off = await startTestSite({ apiDocument: false })
  try {
    for (const call of [...Object.values(systemApi), bareApiDocument, bareSocketDocument])
      expect(await off.admin.ask(call)).toEqual({
        code: 404,
        msg: 'API documentation is turned off in the deployment settings. Ask an administrator to turn it on.',
      })
  } finally {
    await off.stop()
  }
})

const fieldsOf = ({ parameters, requestBody }: Operation, { components }: ApiDocument): string[] => {
  const shapes = (schema: Schema): Schema[] => {
    const named = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
    return [named, ...(named.anyOf ?? []).flatMap(shapes)]
  }
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => shapes(schema))
  return [
    ...parameters.map(({ name }) => name),
    ...bodies.flatMap(({ properties }) => Object.keys(properties ?? {})),
  ]
}

test('a refusal names the field that is refused, and each such name is one of a call', async () => {
  const document = await read()
  const fields = new Set(operationsOf(document).flatMap((operation) => fieldsOf(operation, document)))
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
