import { type Socket, sockets } from '@fleetdeck/contract/sockets'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { productVersion } from '../../core/product.ts'
import { text } from '../language.ts'
import { withLabels } from './call-texts.ts'
import type { ContractParts } from './contract-parts.ts'
import { type DescribedParts, describeSchemas } from './describe-schemas.ts'
import { type JsonSchema, mapSchema } from './json-schema.ts'

type Direction = 'received' | 'sent'
const directions = ['received', 'sent'] as const

/** A message of a socket: its id in the document, and its name on the wire. */
interface Message {
  id: string
  action: string
  socket: string
  direction: Direction
  schema: z.ZodType
}

/** What is the same in every language. */
export interface SocketOutline {
  messages: Message[]
  schemas: DescribedParts
}

const all: [name: string, socket: Socket][] = Object.entries(sockets)

/** The schemas of all messages. */
export function outlineSockets({ schemas }: ContractParts): SocketOutline {
  const messages = all.flatMap(([name, socket]) =>
    directions.flatMap((direction) => messagesOf(name, socket, direction)),
  )
  const queries = all.map(([name, { query }]) => [`${name}.query`, query] as const)
  const parts = (direction: Direction) =>
    messages
      .filter((message) => message.direction === direction)
      .map(({ id, schema }) => [id, schema] as const)
  // What the server receives is what others send.
  const described = {
    sent: new Map(parts('received')),
    parameters: new Map(queries),
    received: new Map(parts('sent')),
  }
  return { messages, schemas: describeSchemas(schemas, described) }
}

const messagesOf = (name: string, socket: Socket, direction: Direction): Message[] =>
  (socket[direction].options as z.ZodObject<{ action: z.ZodLiteral<string> }>[]).map((schema) => {
    const action = schema.shape.action.value
    return { id: `${name}.${direction}.${action}`, action, socket: name, direction, schema }
  })

const channelTexts: Record<keyof typeof sockets, TextKey> = {
  phone: 'apiDocument.socketPhone',
  computer: 'apiDocument.socketComputer',
  screen: 'apiDocument.socketScreen',
  log: 'apiDocument.socketLog',
  console: 'apiDocument.socketConsole',
  wall: 'apiDocument.socketWall',
}

const isBrowsers = ({ opener }: Socket) => opener !== 'phone' && opener !== 'computer'
const binaryId = (socket: string) => `${socket}.binary`
const ref = (path: string) => ({ $ref: `#/${path}` })

/** Its JSON schemas ignore what is beside a reference. */
const withoutSiblings = ({ $ref, ...siblings }: JsonSchema): JsonSchema => {
  if ($ref === undefined) return siblings
  return Object.keys(siblings).length > 0 ? { ...siblings, allOf: [{ $ref }] } : { $ref }
}

/** The AsyncAPI document of the sockets in one language. */
export function asyncApiDocument({ messages, schemas }: SocketOutline, language: Language, server: string) {
  const t = (key: TextKey) => text(language, key)
  const described = (schema: JsonSchema = {}) => mapSchema(withLabels(language, schema), withoutSiblings)
  const components = Object.entries(schemas.components).map(([name, schema]) => [name, described(schema)])
  const channels = all.map(([name, socket]) => {
    const own = messages.filter((message) => message.socket === name).map(({ id }) => id)
    const ids = socket.binary ? [...own, binaryId(name)] : own
    const query = described(schemas.sent[`${name}.query`])
    const channel = {
      address: socket.path,
      title: name,
      description: t(channelTexts[name as keyof typeof sockets]),
      servers: [ref('servers/site')],
      messages: Object.fromEntries(ids.map((id) => [id, ref(`components/messages/${id}`)])),
      bindings: { ws: { method: 'GET', query, bindingVersion: '0.1.0' } },
    }
    return [name, channel]
  })
  const operations = all.flatMap(([name, socket]) =>
    directions.map((direction) => {
      const own = messages.filter((message) => message.socket === name && message.direction === direction)
      const ids = own.map(({ id }) => id)
      const operation = {
        action: direction === 'received' ? 'receive' : 'send',
        channel: ref(`channels/${name}`),
        security: [ref(`components/securitySchemes/${isBrowsers(socket) ? 'session' : 'deviceToken'}`)],
        messages: (socket.binary === direction ? [...ids, binaryId(name)] : ids).map((id) =>
          ref(`channels/${name}/messages/${id}`),
        ),
      }
      return [`${name}.${direction}`, operation]
    }),
  )
  const textMessages = messages.map(({ id, action, direction }) => {
    const payload = (direction === 'received' ? schemas.sent : schemas.received)[id]
    return [id, { name: action, contentType: 'application/json', payload: described(payload) }]
  })
  const binaryMessages = all.flatMap(([name, { binary }]) => {
    if (!binary) return []
    const summary = t(name === 'wall' ? 'apiDocument.binaryBatch' : 'apiDocument.binaryFrame')
    const payload = { type: 'string', format: 'binary' }
    return [[binaryId(name), { name: 'frame', summary, contentType: 'application/octet-stream', payload }]]
  })
  const { host, protocol } = new URL(server)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'fleetdeck',
      version: productVersion,
      description: t('apiDocument.sockets'),
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: { site: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' } },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
    components: {
      schemas: Object.fromEntries(components),
      messages: Object.fromEntries([...textMessages, ...binaryMessages]),
      securitySchemes: {
        session: {
          type: 'httpApiKey',
          in: 'header',
          name: 'Sec-WebSocket-Protocol',
          description: t('apiDocument.socketSession'),
        },
        deviceToken: { type: 'http', scheme: 'bearer', description: t('apiDocument.deviceToken') },
      },
    },
  }
}
