import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Direction, type LineQuality } from './poor-line.ts'

const segmentBytes = 1200
/** A sender waits for its peer when so much is under way: the buffer of a router, and little more. */
const maxWaiting = 32 * 1024
/** Of TCP, at least; beyond the round trip. */
const minTimeoutMs = 200

/**
 * A proxy to a server over a poor line. A lost segment is sent again after a retransmission time-out, and all that
 * follow it wait for it: TCP delivers in order.
 */
export async function poorTcp(
  address: string,
  quality: LineQuality,
): Promise<{ address: string; close: () => void }> {
  const { hostname, port } = new URL(address)
  const [down, up] = [new Direction(quality), new Direction(quality)]
  const timeoutMs = minTimeoutMs + 2 * quality.oneWayMs
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    pass(far, near, down, timeoutMs)
    pass(near, far, up, timeoutMs)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function pass(from: Socket, to: Socket, direction: Direction, timeoutMs: number): void {
  const queue: { segment: Buffer; at: number }[] = []
  let waiting = 0
  let isRunning = false
  const deliver = async () => {
    isRunning = true
    for (let next = queue.shift(); next && !to.destroyed; next = queue.shift()) {
      await pause(Math.max(0, next.at - performance.now()))
      if (!to.destroyed) to.write(next.segment)
      waiting -= next.segment.length
      if (waiting < maxWaiting) from.resume()
    }
    isRunning = false
  }
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += segmentBytes) {
      const segment = chunk.subarray(at, at + segmentBytes)
      const { arrivesAt, isLost } = direction.carry(segment.length, performance.now())
      queue.push({ segment, at: arrivesAt + (isLost ? timeoutMs : 0) })
      waiting += segment.length
    }
    if (waiting >= maxWaiting) from.pause()
    if (!isRunning) deliver().catch(() => to.destroy())
  })
}
