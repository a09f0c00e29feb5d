import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { BrowserSocket, type BrowserSocketOptions } from './browser-socket.ts'

const Event = z.discriminatedUnion('action', [
  z.object({ action: z.literal('hello'), text: z.string() }),
  z.object({ action: z.literal('ping') }),
  z.object({ action: z.literal('pong') }),
])
type Event = z.output<typeof Event>

let server: WebSocketServer
let connections: ServerSocket[]
let received: { action: string }[]
let isSilent: boolean
let socket: BrowserSocket<Event, Event> | undefined

beforeEach(async () => {
  connections = []
  received = []
  isSilent = false
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'fleetdeck.v1' })
  server.on('connection', (connection) => {
    connections.push(connection)
    connection.on('message', (data) => {
      const frame = JSON.parse(String(data))
      received.push(frame)
      if (frame.action === 'ping' && !isSilent) connection.send(JSON.stringify({ action: 'pong' }))
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
})

afterEach(async () => {
  socket?.close()
  for (const connection of connections) connection.terminate()
  await new Promise((resolve) => server.close(resolve))
})

function openSocket(options: Partial<BrowserSocketOptions<Event>> = {}) {
  const { port } = server.address() as AddressInfo
  socket = new BrowserSocket<Event, Event>({
    url: () => `ws://127.0.0.1:${port}/`,
    token: 'abc',
    schema: Event,
    onEvent: () => {},
    checkMs: 200,
    ...options,
  })
  socket.open()
  return socket
}
const connected = (count: number) =>
  vi.waitFor(() => expect(connections.length).toBeGreaterThanOrEqual(count), { timeout: 30_000 })

test('the token is sent as a sub-protocol and states are reported in order', async () => {
  const states: string[] = []
  const offered = new Promise<string | undefined>((resolve) => {
    server.once('connection', (_, request) => resolve(request.headers['sec-websocket-protocol']))
  })
  openSocket({ onState: (state) => states.push(state) })
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'open']))
  expect(await offered).toBe('fleetdeck.v1, token.abc')
})

test('an open socket pings and answers a ping with a pong', async () => {
  openSocket()
  await connected(1)
  await vi.waitFor(() => expect(received).toContainEqual({ action: 'ping' }))
  connections[0]?.send(JSON.stringify({ action: 'ping' }))
  await vi.waitFor(() => expect(received).toContainEqual({ action: 'pong' }))
})

test('a lost connection is reopened automatically', async () => {
  const states: string[] = []
  openSocket({ onState: (state) => states.push(state) })
  await connected(1)
  connections[0]?.terminate()
  await connected(2)
  await vi.waitFor(() => expect(states.filter((state) => state === 'open')).toHaveLength(2), {
    timeout: 30_000,
  })
  expect(states).toContain('closed')
})

test('a socket is reopened when its address changes, such as by another language, as the same client', async () => {
  let language = 'zhcn'
  const asked: URLSearchParams[] = []
  server.on('connection', (_, request) => asked.push(new URL(request.url ?? '', 'ws://any').searchParams))
  const { port } = server.address() as AddressInfo
  openSocket({ url: () => `ws://127.0.0.1:${port}/?language=${language}`, checkMs: 20 })
  await connected(1)
  language = 'en'
  await connected(2)
  expect(asked.map((query) => query.get('language'))).toEqual(['zhcn', 'en'])
  const [first, second] = asked.map((query) => query.get('clientId'))
  expect(first).toMatch(/^\w{8,64}$/)
  expect(second).toBe(first)
})

test('a server that does not answer counts as disconnected', async () => {
  isSilent = true
  openSocket({ checkMs: 20 })
  await connected(2)
})

test('a permanent refusal is not retried and has a reason', async () => {
  const refusals: unknown[] = []
  const refused = openSocket({ onState: (_, refusal) => refusal && refusals.push(refusal) })
  await connected(1)
  connections[0]?.close(4403, 'no permission')
  await vi.waitFor(() => expect(refusals).toEqual([{ code: 4403, reason: 'no permission' }]))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(connections).toHaveLength(1)
  expect(refused.state).toBe('closed')
})

test('invalid messages are dropped, frames are passed on', async () => {
  const events: Event[] = []
  const pictures: Uint8Array[] = []
  openSocket({ onEvent: (event) => events.push(event), onBinary: (bytes) => pictures.push(bytes) })
  await connected(1)
  const connection = connections[0]
  connection?.send('not json')
  connection?.send(JSON.stringify({ action: 'hello', text: 5 }))
  connection?.send(Buffer.from([1, 2, 3]))
  connection?.send(JSON.stringify({ action: 'hello', text: 'you' }))
  await vi.waitFor(() => expect(events).toEqual([{ action: 'hello', text: 'you' }]))
  expect(pictures).toEqual([new Uint8Array([1, 2, 3])])
})

test('a socket closed by the page stays closed', async () => {
  const closed = openSocket()
  await connected(1)
  closed.close()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(connections).toHaveLength(1)
  expect(closed.state).toBe('closed')
})
