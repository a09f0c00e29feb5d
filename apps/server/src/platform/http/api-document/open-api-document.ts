import { AlarmWebhook, webhookSignatureHeader } from '@fleetdeck/contract/alarms'
import { computerEnrolPath } from '@fleetdeck/contract/computer-socket'
import { type Endpoint, onlyReads, refusedFieldHeader } from '@fleetdeck/contract/endpoint'
import { errors } from '@fleetdeck/contract/errors'
import { challengePath, enrollPath } from '@fleetdeck/contract/phone-api'
import { unusablePhones } from '@fleetdeck/contract/unusable-phones'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { productVersion } from '../../core/product.ts'
import { text } from '../language.ts'
import {
  describeField,
  groupOf,
  groupTitle,
  guardText,
  type PermissionPages,
  summaryOf,
  withLabels,
} from './call-texts.ts'
import { type ContractParts, callKey } from './contract-parts.ts'
import { type DescribedParts, describeSchemas } from './describe-schemas.ts'
import { exampleOf } from './example.ts'
import { type JsonSchema, refTo, type Schemas } from './json-schema.ts'

/** A call of the contract with its names in the document. */
interface NamedCall {
  id: string
  endpoint: Endpoint
  /** As OpenAPI writes it, `/system/notice/{id}`. */
  path: string
  group: string
}

/** What is the same in every language. */
export interface ApiOutline {
  calls: NamedCall[]
  schemas: DescribedParts
}

/** Names and schemas of the calls that the contract exports. */
export function outlineApi(
  { schemas, operationIds }: ContractParts,
  endpoints: Endpoint[],
  pages: PermissionPages,
): ApiOutline {
  const pathOf = samePaths()
  const calls = endpoints.flatMap((endpoint) => {
    const id = operationIds.get(callKey(endpoint))
    return id ? [{ id, endpoint, path: pathOf(endpoint.path), group: groupOf(endpoint, pages) }] : []
  })
  const parts = (names: ('body' | 'query' | 'params' | 'data')[]) =>
    new Map(
      calls.flatMap(({ id, endpoint }) =>
        names.flatMap((name) =>
          endpoint[name] ? [[`${id}.${name}`, endpoint[name]] as [string, z.ZodType]] : [],
        ),
      ),
    )
  const received = parts(['data']).set('webhook', AlarmWebhook)
  const described = { sent: parts(['body']), parameters: parts(['query', 'params']), received }
  return { calls, schemas: describeSchemas(schemas, described) }
}

/** Parameters at the same place of the same path get one name, as the document requires. */
function samePaths() {
  const known = new Map<string, string>()
  return (path: string) => {
    const written = path.replace(/(?<=.)\/$/, '').replaceAll(/:(\w+)/g, '{$1}')
    const shape = written.replaceAll(/\{\w+\}/g, '{}')
    const first = known.get(shape) ?? written
    known.set(shape, first)
    return first
  }
}

const namesIn = (path: string) => [...path.matchAll(/[:{](\w+)/g)].map(([, name = '']) => name)

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

/** The OpenAPI document in one language. */
export function openApiDocument({ calls, schemas }: ApiOutline, language: Language, server: string) {
  const t = (key: TextKey) => text(language, key)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    paths[call.path] ??= {}
    Object.assign(paths[call.path] as object, {
      [call.endpoint.method.toLowerCase()]: operationOf(call, schemas, language),
    })
  }
  const groups = [...new Set(calls.map(({ group }) => group))]
  const labelled = Object.entries(schemas.components).map(([name, schema]) => [
    name,
    withLabels(language, schema),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'fleetdeck',
      version: productVersion,
      description: t('apiDocument.description'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }],
    tags: groups.map((name) => {
      const title = groupTitle(language, name)
      return { name, 'x-displayName': title, description: text(language, 'apiDocument.tag', { title }) }
    }),
    paths,
    webhooks: { alarm: { post: alarmWebhook(schemas, language) } },
    components: {
      schemas: { ...Object.fromEntries(labelled), ...ownSchemas(language) },
      responses: ownResponses(language),
      headers: { RefusedField: { description: t('apiDocument.refusedField'), schema: { type: 'string' } } },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: t('apiDocument.bearer') },
        deviceToken: { type: 'http', scheme: 'bearer', description: t('apiDocument.deviceToken') },
      },
    },
  }
}

function operationOf({ id, endpoint, path, group }: NamedCall, schemas: DescribedParts, language: Language) {
  const { permission, proof, byToken } = endpoint
  return {
    operationId: id,
    summary: summaryOf(language, id, endpoint, group),
    description: guardText(language, endpoint),
    tags: [group],
    ...securityOf(endpoint),
    parameters: parametersOf(id, endpoint, path, { schemas, language }),
    ...bodyOf(id, endpoint, schemas, language),
    responses: {
      200: {
        description: text(language, 'apiDocument.answer'),
        headers: { [refusedFieldHeader]: { $ref: '#/components/headers/RefusedField' } },
        content: answerOf(endpoint, withLabels(language, schemas.received[`${id}.data`] ?? {}), language),
      },
      '4XX': { $ref: '#/components/responses/Malformed' },
      503: { $ref: '#/components/responses/NotNow' },
    },
    'x-permission': permission,
    'x-proof': proof === true,
    'x-changes': !onlyReads(endpoint),
    'x-by-token': permission !== 'signed-in' || byToken === true,
  }
}

/** Calls of phones that are authorized by a key in the body. */
const byKey = [enrollPath, challengePath, computerEnrolPath, unusablePhones.report.path] as string[]

function securityOf({ permission, path }: Endpoint) {
  if (permission !== 'public') return {}
  return { security: path.startsWith('/rapi/') && !byKey.includes(path) ? [{ deviceToken: [] }] : [] }
}

function parametersOf(
  id: string,
  endpoint: Endpoint,
  path: string,
  { schemas, language }: { schemas: DescribedParts; language: Language },
) {
  const parameters = (place: 'query' | 'path', shape: JsonSchema, nameOf = (name: string) => name) =>
    Object.entries(shape.properties ?? {})
      .filter(([, schema]) => !schema.not)
      .map(([name, schema]) => {
        if (typeof schema.additionalProperties === 'object')
          return fieldsParameter(name, schema.additionalProperties, language)
        const isRequired = place === 'path' || shape.required?.includes(name)
        return {
          name: nameOf(name),
          in: place,
          ...describeField(language, name),
          ...(isRequired && { required: true, example: exampleOf(schema, schemas.components, name) }),
          ...(schema.type === 'array' && place === 'query' && { style: 'form', explode: false }),
          schema,
        }
      })
  const shapeOf = (part: string) => schemas.sent[`${id}.${part}`] ?? {}
  const shared = namesIn(path)
  const own = namesIn(endpoint.path)
  return [
    ...parameters('path', shapeOf('params'), (name) => shared[own.indexOf(name)] ?? name),
    ...parameters('query', shapeOf('query')),
  ]
}

/** Stands for any number of parameters, such as search.city. */
const fieldsParameter = (name: string, schema: JsonSchema, language: Language) => ({
  name: `${name}.field`,
  in: 'query' as const,
  description: text(language, 'apiDocument.fieldsParameter'),
  schema,
})

function bodyOf(
  id: string,
  { upload, example: given }: Endpoint,
  schemas: DescribedParts,
  language: Language,
) {
  if (upload) {
    const file = { type: 'string', format: 'binary', description: text(language, 'apiDocument.file') }
    const schema = { type: 'object', properties: { file }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  const schema = schemas.sent[`${id}.body`]
  if (!schema) return {}
  const generated = exampleOf(schema, schemas.components)
  const example = given ? { ...(generated as object), ...given } : generated
  return { requestBody: { required: true, content: json(withLabels(language, schema), example) } }
}

function answerOf({ media }: Endpoint, data: JsonSchema, language: Language) {
  if (media === 'application/json') return json({ type: 'object' })
  if (media) return { [media]: { schema: { type: 'string', format: 'binary' } }, ...json(refTo('Refusal')) }
  const success: JsonSchema = {
    type: 'object',
    properties: {
      code: { type: 'integer', const: 0, description: text(language, 'apiDocument.code') },
      msg: { type: 'string', description: text(language, 'apiDocument.msg') },
      data,
    },
    required: ['code', 'msg', 'data'],
  }
  return json({ oneOf: [success, refTo('Refusal')] })
}

/** HTTP has the same status. */
const notNowCode = errors.serverStops.code
const refusalCodes = [...new Set<number>(Object.values(errors).map(({ code }) => code))].sort((a, b) => a - b)

function ownSchemas(language: Language): Schemas {
  const msg: JsonSchema = { type: 'string', description: text(language, 'apiDocument.msg') }
  const retryAfter: JsonSchema = { type: 'integer', description: text(language, 'apiDocument.retryAfter') }
  return {
    Refusal: {
      type: 'object',
      properties: {
        code: {
          type: 'integer',
          enum: refusalCodes.filter((code) => code !== notNowCode),
          description: text(language, 'apiDocument.refusalCode'),
        },
        msg,
      },
      required: ['code', 'msg'],
    },
    NotNow: {
      type: 'object',
      properties: {
        code: { type: 'integer', const: notNowCode },
        msg,
        data: { type: 'object', properties: { retryAfter }, required: ['retryAfter'] },
      },
      required: ['code', 'msg', 'data'],
    },
  }
}

function ownResponses(language: Language) {
  const retryAfter = { description: text(language, 'apiDocument.retryAfter'), schema: { type: 'integer' } }
  return {
    Malformed: { description: text(language, 'apiDocument.malformed') },
    NotNow: {
      description: text(language, 'apiDocument.notNow'),
      headers: { 'retry-after': retryAfter },
      content: json(refTo('NotNow')),
    },
  }
}

function alarmWebhook(schemas: DescribedParts, language: Language) {
  const schema = schemas.received.webhook ?? {}
  return {
    operationId: 'alarmWebhook',
    summary: text(language, 'apiCall.alarmWebhook'),
    description: text(language, 'apiDocument.received'),
    tags: ['/alarm/setting'],
    security: [],
    parameters: [
      {
        name: webhookSignatureHeader,
        in: 'header',
        description: text(language, 'apiDocument.signature'),
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: json(withLabels(language, schema), exampleOf(schema, schemas.components)),
    },
    responses: {
      '2XX': { description: text(language, 'apiDocument.received') },
      '4XX': { description: text(language, 'apiDocument.received') },
    },
  }
}
