import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those of outgoing connections, which could get the port before its program listens. */
const [firstPort, lastPort] = [20_000, 25_000]

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      continue
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
}
