import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionCutOff, readServiceOutput } from './service-output.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** An adb server that answers as written, and what it was asked. */
async function listen(answer: (socket: Socket, request: string) => void) {
  const requests: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      requests.push(data.toString())
      answer(socket, data.toString().slice(4))
    })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: { host: '127.0.0.1', port }, requests }
}

async function read(
  { address }: Awaited<ReturnType<typeof listen>>,
  signal = new AbortController().signal,
): Promise<string> {
  const chunks: Buffer[] = []
  const take = (bytes: Uint8Array) => void chunks.push(Buffer.from(bytes))
  await readServiceOutput(address, ['host:transport-id:7', 'exec:date'], { take, signal })
  return Buffer.concat(chunks).toString()
}

describe('the output of a service of a phone', () => {
  it('follows the answers, also when all arrives byte by byte', async () => {
    const server = await listen((socket, request) => {
      socket.setNoDelay(true)
      const bytes = request === 'exec:date' ? 'OKAYtoday' : 'OKAY'
      for (const [at, byte] of [...bytes].entries()) setTimeout(() => socket.write(byte), at)
      if (request === 'exec:date') setTimeout(() => socket.end(), bytes.length)
    })
    expect(await read(server)).toBe('today')
    expect(server.requests).toEqual(['0013host:transport-id:7', '0009exec:date'])
  })

  it('arrives in one piece with the answer', async () => {
    const server = await listen((socket, request) => {
      if (request === 'exec:date') socket.end('OKAYtoday')
      else socket.write('OKAY')
    })
    expect(await read(server)).toBe('today')
  })

  it('of many megabytes arrives unchanged, and several at the same time', async () => {
    const text = 'abcdefghij'.repeat(500_000)
    const server = await listen((socket, request) => {
      if (request === 'exec:date') socket.end(`OKAY${text}`)
      else socket.write('OKAY')
    })
    const all = await Promise.all([read(server), read(server), read(server)])
    expect(all.every((one) => one === text)).toBe(true)
  })

  it('is refused with the reason of the adb server', async () => {
    const reason = "device '7' not found"
    const server = await listen((socket) => {
      socket.write('FAIL00')
      socket.end(`${reason.length.toString(16)}${reason}`)
    })
    await expect(read(server)).rejects.toThrow(reason)
  })

  it('is not mistaken for an answer of something else than adb', async () => {
    const server = await listen((socket) => socket.write('HTTP/1.1 400 Bad Request'))
    await expect(read(server)).rejects.toThrow('Unexpected response: HTTP')
  })

  it('is cut off when the connection ends before an answer', async () => {
    await expect(read(await listen((socket) => socket.end('OK')))).rejects.toThrow(ConnectionCutOff)
    await expect(read(await listen((socket) => socket.resetAndDestroy()))).rejects.toThrow()
  })

  it('ends with its reason when nobody waits for it any more', async () => {
    const closed = Promise.withResolvers<void>()
    const stop = new AbortController()
    const server = await listen((socket, request) => {
      socket.once('close', () => closed.resolve())
      socket.write('OKAY')
      if (request === 'exec:date') stop.abort(new Error('unplugged'))
    })
    await expect(read(server, stop.signal)).rejects.toThrow('unplugged')
    await closed.promise
  })
})
