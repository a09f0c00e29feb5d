import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One address for several servers, as of a load balancer: connections go to the present target. */
export class MovingAddress {
  readonly address: string
  readonly #close: () => void
  #target: URL

  private constructor(address: string, target: string, close: () => void) {
    this.address = address
    this.#target = new URL(target)
    this.#close = close
  }

  static async start(target: string): Promise<MovingAddress> {
    const sockets = new Set<Socket>()
    const server = createServer((client) => {
      const upstream = connect(Number(moving.#target.port), moving.#target.hostname)
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const moving = new MovingAddress(address, target, () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
    return moving
  }

  moveTo(target: string): void {
    this.#target = new URL(target)
  }

  close(): void {
    this.#close()
  }
}
