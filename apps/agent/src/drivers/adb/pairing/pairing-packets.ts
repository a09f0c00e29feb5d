import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { readBytes } from '../secure-socket.ts'

/** Kinds of packets of adb's pairing protocol. */
export const pairingPacket = { spake2: 0, peerInfo: 1 } as const
type Kind = (typeof pairingPacket)[keyof typeof pairingPacket]

const version = 1
const headerBytes = 6
const peerInfoBytes = 8192
/** adb's own limit. */
const mostBytes = 2 * peerInfoBytes
/** Part of the password besides the code, so that the exchange belongs to this connection. */
const exported = { bytes: 64, label: 'adb-label\0' } as const
const cipher = { name: 'aes-128-gcm', keyBytes: 16, nonceBytes: 12, tagBytes: 16 } as const

/** A side's kind of identity, the first byte of its information. */
export const peerKind = { rsaPublicKey: 0, deviceGuid: 1 } as const

/** Not a packet of the protocol, or not the expected one. */
class WrongPacket extends Error {}
/** The other side has another code. */
export class WrongCode extends Error {}

export const passwordOf = (code: string, socket: TLSSocket): Buffer =>
  Buffer.concat([
    Buffer.from(code),
    socket.exportKeyingMaterial(exported.bytes, exported.label, Buffer.alloc(0)),
  ])

/** Version, kind, length as 32 bits (highest byte first), payload. */
export function sendPacket(socket: TLSSocket, kind: Kind, payload: Uint8Array): void {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt8(version, 0)
  header.writeUInt8(kind, 1)
  header.writeUInt32BE(payload.length, 2)
  socket.write(Buffer.concat([header, payload]))
}

export async function readPacket(socket: TLSSocket, kind: Kind): Promise<Buffer> {
  const header = await readBytes(socket, headerBytes)
  const length = header.readUInt32BE(2)
  if (header[0] !== version || header[1] !== kind || length === 0 || length > mostBytes)
    throw new WrongPacket(`pairing: unexpected packet ${header.toString('hex')}`)
  return readBytes(socket, length)
}

/** Encrypts and decrypts one packet in each direction. */
export class PairingCipher {
  readonly #key: Buffer
  readonly #nonce = Buffer.alloc(cipher.nonceBytes)

  constructor(sharedKey: Uint8Array) {
    const info = 'adb pairing_auth aes-128-gcm key'
    this.#key = Buffer.from(hkdfSync('sha256', sharedKey, Buffer.alloc(0), info, cipher.keyBytes))
  }

  encrypt(bytes: Uint8Array): Buffer {
    const { name } = cipher
    const encrypting = createCipheriv(name, this.#key, this.#nonce)
    return Buffer.concat([encrypting.update(bytes), encrypting.final(), encrypting.getAuthTag()])
  }

  /** Throws WrongCode. */
  decrypt(bytes: Buffer): Buffer {
    try {
      const decrypting = createDecipheriv(cipher.name, this.#key, this.#nonce)
      decrypting.setAuthTag(bytes.subarray(-cipher.tagBytes))
      return Buffer.concat([decrypting.update(bytes.subarray(0, -cipher.tagBytes)), decrypting.final()])
    } catch {
      throw new WrongCode('pairing: the code is wrong')
    }
  }
}

/** The kind in one byte, then words, filled with zeros. */
export function encodePeerInfo(kind: number, words: string): Buffer {
  const bytes = Buffer.alloc(peerInfoBytes)
  bytes.writeUInt8(kind, 0)
  bytes.write(words, 1, peerInfoBytes - 2, 'utf8')
  return bytes
}

/** Throws WrongPacket for another kind. */
export function parsePeerInfo(bytes: Buffer, kind: number): string {
  if (bytes.length !== peerInfoBytes || bytes[0] !== kind)
    throw new WrongPacket('pairing: unexpected information of the other side')
  return bytes.toString('utf8', 1).replace(/\0[\s\S]*$/, '')
}
