import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { endSlowBodies } from './slow-bodies.ts'
import type { Throttled } from './throttled.ts'

let app: FastifyInstance
let slow: Throttled[]
beforeEach(async () => {
  app = Fastify()
  slow = []
  endSlowBodies(app, (throttled) => slow.push(throttled), 300)
  app.post('/', async (request) => request.body)
  app.post('/early', { onRequest: async (_request, reply) => reply.send('early') }, async () => 'late')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

/** Begins a call, then sends bytes in chunks of this size until the connection ends or all are sent. */
function send(total: number, chunk: number, everyMs: number, path = '/'): Socket {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: console\r\nContent-Type: text/plain\r\nContent-Length: ${total}\r\n\r\n`,
  )
  const body = async () => {
    for (let sent = 0; sent < total && socket.writable; sent += chunk) {
      socket.write('x'.repeat(Math.min(chunk, total - sent)))
      await delay(everyMs)
    }
  }
  body().catch(() => {})
  return socket
}
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
    if (text.includes('\r\n\r\n')) socket.end()
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

test('a body of a few bytes at a time ends with its connection', async () => {
  expect(await answerOf(send(10_000, 1, 50))).toMatch(/^HTTP\/1.1 408 /)
  expect(slow).toEqual([{ kind: 'slowBody', path: '/', ip: '127.0.0.1', userId: 0 }])
})

test('a body that stops ends with its connection', async () => {
  expect(await answerOf(send(10_000, 5000, 1_000_000))).toMatch(/^HTTP\/1.1 408 /)
})

test('a slow body that keeps coming is received', async () => {
  expect(await answerOf(send(60_000, 3000, 60))).toMatch(/^HTTP\/1.1 200 /)
  expect(slow).toEqual([])
})

test('a caller who leaves after an early answer is not named as slow', async () => {
  const left = await answerOf(send(10_000_000, 1000, 1_000_000, '/early'))
  expect(left).toMatch(/^HTTP\/1.1 200 /)
  // This one begins later and is judged by the same time.
  expect(await answerOf(send(10_000, 1, 50))).toMatch(/^HTTP\/1.1 408 /)
  expect(slow).toEqual([{ kind: 'slowBody', path: '/', ip: '127.0.0.1', userId: 0 }])
})

test('a caller who stays after an early answer and sends too slowly is ended without a second answer', async () => {
  const socket = send(10_000, 1, 50, '/early')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await new Promise((resolve) => socket.once('close', resolve))
  expect(text).toMatch(/^HTTP\/1.1 200 /)
  expect(text.match(/HTTP\/1.1/g)).toHaveLength(1)
  expect(slow).toMatchObject([{ kind: 'slowBody', path: '/early' }])
})

test('a call within the process that waits is not judged', async () => {
  const own = Fastify()
  onTestFinished(() => own.close())
  endSlowBodies(own, () => undefined, 300)
  own.addHook('preParsing', async () => {
    // This one begins later and is judged by the same time.
    expect(await answerOf(send(10_000, 1, 50))).toMatch(/^HTTP\/1.1 408 /)
  })
  own.post('/', async (request) => request.body)
  const headers = { 'content-type': 'text/plain' }
  expect((await own.inject({ method: 'POST', url: '/', headers, payload: 'whole' })).body).toBe('whole')
})
