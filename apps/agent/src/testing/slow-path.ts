import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

export interface SlowPath {
  port: number
  close(): void
}

/** The buffer of a router with a full line, in milliseconds of that line; the rest is lost. */
const queueMs = 300

/** A UDP path to one address with limited bits per second in that direction, and no limit back. */
export async function slowPath(
  to: { address: string; port: number },
  bitsPerSecond: number,
): Promise<SlowPath> {
  const near = createSocket('udp4')
  const far = createSocket('udp4')
  let sender: RemoteInfo | undefined
  let freeAt = 0
  const timers = new Set<NodeJS.Timeout>()
  near.on('message', (packet, from) => {
    sender = from
    const now = performance.now()
    const wait = Math.max(0, freeAt - now)
    if (wait > queueMs) return
    freeAt = now + wait + (packet.byteLength * 8000) / bitsPerSecond
    const timer = setTimeout(() => {
      timers.delete(timer)
      far.send(packet, to.port, to.address)
    }, freeAt - now)
    timers.add(timer)
  })
  far.on('message', (packet) => sender && near.send(packet, sender.port, sender.address))
  near.bind(0)
  far.bind(0)
  await Promise.all([once(near, 'listening'), once(far, 'listening')])
  return {
    port: near.address().port,
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      near.close()
      far.close()
    },
  }
}
