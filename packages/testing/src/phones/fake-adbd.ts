import { constants, createPublicKey, type KeyObject, publicDecrypt, randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { newAdbKey } from '../../../../apps/agent/src/drivers/adb/adb-key.ts'
import { type TlsIdentity, tlsIdentity } from '../../../../apps/agent/src/drivers/adb/certificate.ts'
import { type AdbPacket, encodePacket, PacketReader } from './adb-packets.ts'
import { serve } from './adbd-services.ts'
import { DaemonStream, type StreamWire } from './daemon-stream.ts'
import { serverSide } from './fake-pairing.ts'
import type { FakePhone } from './fake-phone.ts'

/** The version without checksums. */
const version = 0x01000001
const maxPayload = 256 * 1024
const tlsVersion = 0x01000000
const auth = { token: 1, signature: 2, publicKey: 3 } as const

/** The daemons' own certificate. */
let identity: Promise<TlsIdentity> | undefined

/**
 * The daemon of a phone, over TCP: adb's wire protocol as in AOSP's protocol.txt (CNXN, AUTH, OPEN, OKAY, WRTE, CLSE),
 * so that Google's own adb accepts it as a phone. Its services are in adbd-services.ts.
 */
export class FakeAdbd {
  readonly phone: FakePhone
  readonly port: number
  readonly #server: Server
  readonly #links = new Set<Link>()

  /** port: 0 for any. */
  static async start(phone: FakePhone, port = 0): Promise<FakeAdbd> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    identity ??= tlsIdentity(newAdbKey())
    return new FakeAdbd(phone, server, await identity)
  }

  private constructor(phone: FakePhone, server: Server, own: TlsIdentity) {
    this.phone = phone
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (socket) => {
      const link = new Link(socket, { phone, identity: own, reboot: () => this.drop() })
      this.#links.add(link)
      socket.once('close', () => this.#links.delete(link))
    })
  }

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  /** Open streams of all connections. */
  get openStreams(): number {
    return [...this.#links].reduce((sum, link) => sum + link.streams.size, 0)
  }

  /** Like unplugging the cable and plugging it in: every connection breaks. */
  drop(): void {
    for (const link of this.#links) link.socket.destroy()
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.drop()
    await closed
  }
}

interface LinkDeps {
  phone: FakePhone
  identity: TlsIdentity
  reboot: () => void
}

/** One computer's connection. */
class Link implements StreamWire {
  socket: Socket
  readonly streams = new Map<number, DaemonStream>()
  maxPayload = maxPayload
  readonly #phone: FakePhone
  readonly #identity: TlsIdentity
  readonly #reboot: () => void
  readonly #packets = new PacketReader()
  readonly #token = randomBytes(20)
  #isOpen = false
  #nextId = 1

  constructor(socket: Socket, { phone, identity, reboot }: LinkDeps) {
    this.socket = socket
    this.#phone = phone
    this.#identity = identity
    this.#reboot = reboot
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      for (const stream of this.streams.values()) stream.drop()
      this.streams.clear()
    })
    this.#listen()
  }

  #listen(): void {
    this.socket.on('data', (chunk: Buffer) => {
      try {
        for (const packet of this.#packets.push(chunk)) this.#take(packet)
      } catch {
        this.socket.destroy()
      }
    })
  }

  send(...packet: Parameters<typeof encodePacket>): void {
    if (!this.socket.destroyed) this.socket.write(encodePacket(...packet))
  }

  #take(packet: AdbPacket): void {
    const { command, arg0, arg1, payload } = packet
    if (command === 'CNXN') this.#onConnect(arg1)
    else if (command === 'STLS') this.#secure()
    else if (command === 'AUTH') this.#authenticate(arg0, payload)
    else if (!this.#isOpen) this.socket.destroy()
    else if (command === 'OPEN') this.#open(arg0, payload).catch(() => this.socket.destroy())
    else this.#ofStream(packet)
  }

  #onConnect(theirMost: number): void {
    this.maxPayload = Math.min(maxPayload, theirMost)
    if (this.#phone.usesTls) this.send('STLS', tlsVersion, 0)
    else if (this.#phone.asksForKeys) this.send('AUTH', auth.token, 0, this.#token)
    else this.#accept()
  }

  /** Only a computer whose key it knows gets an answer. */
  #secure(): void {
    const plain = this.socket
    plain.removeAllListeners('data').pause()
    // A computer need not wait between its packet and the first bytes of TLS.
    const rest = this.#packets.takeRest()
    if (rest.length) plain.unshift(rest)
    const tls = serverSide(plain, this.#identity)
    this.socket = tls
    tls.once('close', () => plain.destroy())
    tls.once('secure', () => {
      const theirs = tls.getPeerX509Certificate()?.publicKey
      if (!theirs || !this.#phone.keys.some((key) => parsePublicKey(key).equals(theirs))) {
        tls.destroy()
        return
      }
      this.#listen()
      this.#accept()
    })
  }

  #authenticate(kind: number, payload: Buffer): void {
    const { keys, allows } = this.#phone
    if (kind === auth.publicKey && allows) keys.push(payload.toString('latin1').replace(/\0+$/, ''))
    const isKnown = kind === auth.signature && keys.some((key) => isSigned(key, this.#token, payload))
    if (isKnown || (kind === auth.publicKey && allows)) this.#accept()
    else if (kind === auth.signature) this.send('AUTH', auth.token, 0, this.#token)
  }

  #accept(): void {
    const { state, features, serial } = this.#phone
    const info = `ro.product.name=${serial};ro.product.model=${serial};ro.product.device=${serial};features=${features}`
    this.#isOpen = true
    this.send('CNXN', version, this.maxPayload, Buffer.from(`${state}::${info}`))
  }

  async #open(remoteId: number, payload: Buffer): Promise<void> {
    const service = payload.toString().replace(/\0+$/, '')
    const id = this.#nextId++
    const stream = new DaemonStream(this, id, remoteId)
    this.streams.set(id, stream)
    const forget = () => this.streams.delete(id)
    stream.ended.then(forget, forget)
    const work = serve(this.#phone, service, stream, this.#reboot)
    if (!work) {
      this.send('CLSE', 0, remoteId)
      stream.drop()
      return
    }
    this.send('OKAY', id, remoteId)
    await work().catch(() => undefined)
    await stream.end()
  }

  #ofStream({ command, arg0, arg1, payload }: AdbPacket): void {
    const stream = this.streams.get(arg1)
    if (command === 'OKAY') stream?.acknowledge()
    else if (command === 'CLSE') stream?.drop()
    else if (stream) stream.receive(payload)
    else this.send('CLSE', 0, arg0)
  }
}

/** A signature is the token as a SHA-1 digest, signed by RSA with PKCS #1 padding. */
function isSigned(key: string, token: Buffer, signature: Buffer): boolean {
  try {
    const padding = constants.RSA_PKCS1_PADDING
    return publicDecrypt({ key: parsePublicKey(key), padding }, signature)
      .subarray(-token.length)
      .equals(token)
  } catch {
    return false
  }
}

/** Android's format: base64 of words, inverse, modulus (lowest byte first), a helper of the same size, the exponent. */
function parsePublicKey(text: string): KeyObject {
  const bytes = Buffer.from(text.split(' ')[0] ?? '', 'base64')
  const size = bytes.readUInt32LE(0) * 4
  const modulus = Buffer.from(bytes.subarray(8, 8 + size)).reverse()
  const exponent = Buffer.alloc(4)
  exponent.writeUInt32BE(bytes.readUInt32LE(8 + size * 2))
  const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') }
  return createPublicKey({ key: jwk, format: 'jwk' })
}
