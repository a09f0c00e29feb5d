import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/** What a fake phone's command line answers: its output, or output and exit code, or nothing for ever. */
export type Answer =
  | string
  | Buffer
  | {
      stdout?: string | Buffer
      stderr?: string
      exitCode: number
      /** The command goes on after its output. */
      staysOpen?: boolean
    }
  | undefined
export type Script = (line: string, phone: FakeAdbPhone) => Answer | Promise<Answer>

/** A phone behind the fake adb server; it answers what its script says and remembers what it was asked. */
export class FakeAdbPhone {
  readonly serial: string
  state = 'device'
  transportId = 0
  features = 'shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir'
  readonly lines: string[] = []
  readonly services: string[] = []
  readonly files = new Map<string, Buffer>()
  readonly sockets = new Set<Socket>()
  readonly #script: Script

  constructor(serial: string, script: Script) {
    this.serial = serial
    this.#script = script
  }

  async answer(line: string): Promise<Answer> {
    this.lines.push(line)
    return this.#script(line, this)
  }
}

/**
 * A small adb server: the half of the public smart-socket protocol that the agent uses, so that it can be tried without
 * phones. Requests are four hex digits and a text; answers begin with OKAY or FAIL.
 */
export class FakeAdbServer {
  readonly port: number
  readonly #server: Server
  readonly #phones = new Map<number, FakeAdbPhone>()
  readonly #trackers = new Set<Socket>()
  readonly #sockets = new Set<Socket>()
  #nextId = 1

  static async start(port = 0): Promise<FakeAdbServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new FakeAdbServer(server)
  }

  private constructor(server: Server) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => this.#sockets.delete(socket))
      this.#talk(new Requests(socket)).catch(() => socket.destroy())
    })
  }

  get openSockets(): number {
    return this.#sockets.size
  }

  plugIn(phone: FakeAdbPhone): FakeAdbPhone {
    phone.transportId = this.#nextId++
    this.#phones.set(phone.transportId, phone)
    this.#tellTrackers()
    return phone
  }

  change(phone: FakeAdbPhone, state: string): void {
    phone.state = state
    this.#tellTrackers()
  }

  /** As pulling the cable: everything that runs on it ends at once. */
  unplug(phone: FakeAdbPhone): void {
    this.#phones.delete(phone.transportId)
    for (const socket of phone.sockets) socket.destroy()
    this.#tellTrackers()
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #talk(requests: Requests): Promise<void> {
    const request = await requests.text()
    const { socket } = requests
    if (request === 'host:version') socket.end(`OKAY${counted('0029')}`)
    else if (request === 'host:devices-l') socket.end(`OKAY${counted(this.#list())}`)
    else if (request === 'host:track-devices-l') {
      this.#trackers.add(socket)
      socket.on('close', () => this.#trackers.delete(socket))
      socket.write(`OKAY${counted(this.#list())}`)
    } else await this.#transport(request, requests)
  }

  async #transport(request: string, requests: Requests): Promise<void> {
    const { socket } = requests
    const phone = this.#phones.get(Number(/^host:transport-id:(\d+)$/.exec(request)?.[1]))
    if (phone?.state !== 'device') {
      socket.end(`FAIL${counted(phone ? `device ${phone.state}` : 'device not found')}`)
      return
    }
    socket.write('OKAY')
    phone.sockets.add(socket)
    socket.on('close', () => phone.sockets.delete(socket))
    const service = await requests.text()
    if (service === 'host:features') socket.end(`OKAY${counted(phone.features)}`)
    else {
      phone.services.push(service)
      await this.#serve(phone, service, requests)
    }
  }

  async #serve(phone: FakeAdbPhone, service: string, requests: Requests): Promise<void> {
    const { socket } = requests
    const [, name = '', line = ''] = /^([^:]+):([\s\S]*)$/.exec(service) ?? []
    socket.write('OKAY')
    if (name === 'sync') return serveSync(phone, requests)
    if (name === 'reboot') {
      socket.end()
      return this.unplug(phone)
    }
    const answer = await phone.answer(line)
    if (answer === undefined) return
    const {
      stdout = '',
      stderr = '',
      exitCode,
      staysOpen = false,
    } = typeof answer === 'string' || Buffer.isBuffer(answer) ? { stdout: answer, exitCode: 0 } : answer
    if (name === 'exec') {
      if (staysOpen) socket.write(stdout)
      else socket.end(stdout)
      return
    }
    for (const [id, bytes] of [
      [1, Buffer.from(stdout)],
      [2, Buffer.from(stderr)],
      [3, Buffer.from([exitCode])],
    ] as const)
      if (bytes.length) socket.write(Buffer.concat([Buffer.from([id]), uint32(bytes.length), bytes]))
    socket.end()
  }

  #list(): string {
    return [...this.#phones.values()]
      .map(
        ({ serial, state, transportId }) =>
          `${serial.padEnd(22)} ${state} usb:1-1 transport_id:${transportId}\n`,
      )
      .join('')
  }

  #tellTrackers(): void {
    for (const socket of this.#trackers) socket.write(counted(this.#list()))
  }
}

/** adb's sync service: SEND path,mode; DATA …; DONE, answered by OKAY. */
async function serveSync(phone: FakeAdbPhone, requests: Requests): Promise<void> {
  for (;;) {
    const id = (await requests.bytes(4)).toString('latin1')
    const length = (await requests.bytes(4)).readUInt32LE()
    if (id === 'QUIT') return
    const text = (await requests.bytes(length)).toString()
    if (id === 'LST2' || id === 'STA2') {
      requests.socket.write(missing(id))
      continue
    }
    if (id !== 'SEND') throw new Error(`fake adb server: ${id} is not known`)
    phone.files.set(text.slice(0, text.lastIndexOf(',')), await fileOf(requests))
    requests.socket.write(Buffer.concat([Buffer.from('OKAY'), uint32(0)]))
  }
}

async function fileOf(requests: Requests): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (;;) {
    const id = (await requests.bytes(4)).toString('latin1')
    const size = (await requests.bytes(4)).readUInt32LE()
    if (id === 'DONE') return Buffer.concat(chunks)
    chunks.push(await requests.bytes(size))
  }
}

/** A stat (version 2) of a file that is not there: ENOENT. */
const missing = (id: string) => Buffer.concat([Buffer.from(id), uint32(2), Buffer.alloc(64)])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const counted = (text: string) => `${Buffer.byteLength(text).toString(16).padStart(4, '0')}${text}`

/** Reads requests off a socket. */
class Requests {
  readonly socket: Socket
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.socket = socket
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async text(): Promise<string> {
    const length = Number.parseInt((await this.bytes(4)).toString('latin1'), 16)
    return (await this.bytes(length)).toString()
  }

  async bytes(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      const { done, value } = await this.#chunks.next()
      if (done) throw new Error('the connection ended')
      this.#rest = Buffer.concat([this.#rest, value])
    }
    const bytes = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return bytes
  }
}
