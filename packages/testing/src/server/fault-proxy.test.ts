import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FaultProxy } from './fault-proxy.ts'

let target: Server
let proxy: FaultProxy
const clients: Socket[] = []

beforeEach(async () => {
  target = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  await once(target, 'listening')
  proxy = await FaultProxy.start(`postgresql://me:pw@127.0.0.1:${(target.address() as AddressInfo).port}/db`)
})

afterEach(async () => {
  await proxy.close()
  for (const client of clients.splice(0)) client.destroy()
  target.close()
})

/** A client of the target, which answers with the same bytes. */
async function client(): Promise<Socket> {
  const socket = dial()
  await once(socket, 'connect')
  return socket
}

function dial(): Socket {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  socket.on('error', () => {})
  clients.push(socket)
  return socket
}

/** After a reset, too. */
const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

async function echoed(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [answer] = await once(socket, 'data')
  return String(answer)
}

test('bytes and ends pass, and the address differs in host and port only', async () => {
  const socket = await client()
  expect(await echoed(socket, 'one')).toBe('one')
  socket.end()
  await once(socket, 'end')
  expect(proxy.url).toMatch(/^postgresql:\/\/me:pw@127\.0\.0\.1:\d+\/db$/)
})

test('refused connections work again at the same address', async () => {
  const old = await client()
  const closed = ended(old)
  await proxy.set('refuse')
  await closed
  await expect(client()).rejects.toThrow('ECONNREFUSED')
  await proxy.set('pass')
  expect(await echoed(await client(), 'back')).toBe('back')
})

test('a reset ends present and new connections', async () => {
  const old = await client()
  const closed = ended(old)
  await proxy.set('reset')
  await closed
  await ended(dial())
})

test('bytes that hang arrive when the network returns', async () => {
  const old = await client()
  await proxy.set('hang')
  const young = await client()
  const answers = Promise.all([echoed(old, 'old'), echoed(young, 'young')])
  expect(await Promise.race([answers, once(target, 'connection').then(() => 'only connected')])).toBe(
    'only connected',
  )
  await proxy.set('pass')
  expect(await answers).toEqual(['old', 'young'])
})

test('a half-open connection stays silent when others pass again', async () => {
  const lost = await client()
  expect(await echoed(lost, 'known')).toBe('known')
  const heard: string[] = []
  lost.on('data', (data) => heard.push(String(data)))
  await proxy.set('half-open')
  lost.write('lost')
  await proxy.set('pass')
  lost.write('lost, too')
  expect(await echoed(await client(), 'passes')).toBe('passes')
  expect(heard).toEqual([])
  expect(lost.destroyed).toBe(false)
})

test('the network is cut by the first chunk with a text, for all connections', async () => {
  const [one, other] = [await client(), await client()]
  await proxy.set({ cutAt: 'last' })
  expect(await echoed(one, 'first')).toBe('first')
  expect(proxy.isCut).toBe(false)
  const heard: string[] = []
  for (const socket of [one, other]) socket.on('data', (data) => heard.push(String(data)))
  one.write('the last words')
  await expect.poll(() => proxy.isCut).toBe(true)
  other.write('lost')
  await proxy.set('pass')
  expect(await echoed(await client(), 'passes')).toBe('passes')
  expect(heard).toEqual([])
})

test('a slow network delivers everything, in order', async () => {
  await proxy.set({ slowMs: 5 })
  const socket = await client()
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
  socket.end(sent)
  const received: Buffer[] = []
  for await (const chunk of socket) received.push(chunk)
  expect(Buffer.concat(received).equals(sent)).toBe(true)
})
