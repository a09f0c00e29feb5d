import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { Direction, type LineQuality } from './poor-line.ts'

/** The buffer of a router with a full line, in milliseconds of that line; the rest is lost. */
const queueMs = 300

/** A UDP path to a phone over a poor line, for any number of senders; returns its port on the same address. */
export async function poorUdp(
  to: { address: string; port: number },
  quality: LineQuality,
): Promise<{ port: number; close: () => void }> {
  const [down, up] = [new Direction(quality), new Direction(quality)]
  const near = createSocket('udp4')
  const fars = new Map<string, Socket>()
  let isClosed = false
  const carry = (direction: Direction, packet: Buffer, deliver: () => void) => {
    const now = performance.now()
    if (direction.waitMs(now) > queueMs) return
    const { arrivesAt, isLost } = direction.carry(packet.length, now)
    if (!isLost) setTimeout(() => !isClosed && deliver(), arrivesAt - now)
  }
  near.on('message', (packet, sender) => {
    const key = `${sender.address}:${sender.port}`
    const far = fars.get(key) ?? createSocket('udp4')
    if (!fars.has(key)) {
      fars.set(key, far)
      far.on('message', (answer) =>
        carry(down, answer, () => near.send(answer, sender.port, sender.address, () => {})),
      )
    }
    carry(up, packet, () => far.send(packet, to.port, to.address, () => {}))
  })
  near.bind(0, to.address)
  await once(near, 'listening')
  return {
    port: near.address().port,
    close: () => {
      isClosed = true
      for (const socket of [near, ...fars.values()]) socket.close()
    },
  }
}
