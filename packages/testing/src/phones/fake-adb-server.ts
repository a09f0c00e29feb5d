import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A phone behind the fake server: what its command lines print. */
export interface ServedPhone {
  shell: (line: string) => string
}

/**
 * The smart-socket protocol of an adb server (SERVICES.TXT of adb), for phones on USB, which Google's own server has
 * only with real cables.
 */
export class FakeAdbServer {
  readonly phones = new Map<string, ServedPhone>()
  /** Services and requests, such as `R58M tcpip:5555` and `host:connect:10.0.0.7:5555`. */
  readonly asked: string[] = []
  /** Addresses that answer. */
  readonly reachable = new Set<string>()
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  static async start(): Promise<FakeAdbServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FakeAdbServer(server)
  }

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => this.#sockets.delete(socket))
      this.#serve(socket)
    })
  }

  get address(): { host: string; port: number } {
    return { host: '127.0.0.1', port: (this.#server.address() as AddressInfo).port }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    let rest = Buffer.alloc(0)
    let serial = ''
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const length = Number.parseInt(rest.subarray(0, 4).toString(), 16)
        if (rest.length < 4 || rest.length < 4 + length) return
        const request = rest.subarray(4, 4 + length).toString()
        rest = rest.subarray(4 + length)
        const [, wanted] = /^host:transport:(.+)$/.exec(request) ?? []
        if (wanted === undefined) this.#answer(socket, serial, request)
        else if (this.phones.has(wanted)) socket.write('OKAY')
        else fail(socket, `device '${wanted}' not found`)
        serial = wanted ?? serial
      }
    })
  }

  #answer(socket: Socket, serial: string, request: string): void {
    const line = request.startsWith('shell:') ? request.slice('shell:'.length) : undefined
    if (line !== undefined) {
      socket.end(`OKAY${this.phones.get(serial)?.shell(line) ?? ''}`)
      return
    }
    this.asked.push(serial ? `${serial} ${request}` : request)
    if (serial) socket.end('OKAYrestarting\n')
    else socket.end(`OKAY${packed(this.#said(request))}`)
  }

  #said(request: string): string {
    const [, address = ''] = /^host:connect:(.+)$/.exec(request) ?? []
    if (!address) return ''
    return this.reachable.has(address) ? `connected to ${address}` : `failed to connect to ${address}`
  }
}

const packed = (text: string) => Buffer.byteLength(text).toString(16).padStart(4, '0') + text
const fail = (socket: Socket, reason: string) => socket.end(`FAIL${packed(reason)}`)
