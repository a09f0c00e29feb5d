import { createHash, randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'

type Point = InstanceType<typeof ed25519.Point>

/** The client is the computer, the server is the phone. */
export type Role = 'client' | 'server'

const { Point } = ed25519
const order = Point.Fn.ORDER
const cofactor = 8n
/** Mask of each side's message: BoringSSL's points M and N, which are not those of RFC 9382. */
const masks: Record<Role, Point> = {
  client: Point.fromHex('5ada7e4bf6ddd9adb6626d32131c6b5c51a1e347a3478f53cfcf441b88eed12e'),
  server: Point.fromHex('10e3df0ae37d8e7a99b5fe74b44672103dbddcbd06af680d71329a11693bc778'),
}
/** With the NUL at their end. */
const names: Record<Role, Buffer> = {
  client: Buffer.from('adb pair client\0'),
  server: Buffer.from('adb pair server\0'),
}

/** A message that is no point of the curve. */
export class WrongMessage extends Error {}

/**
 * SPAKE2 over edwards25519 as BoringSSL computes it (spake25519.c), with the names that adb gives the sides. The code is
 * not sent: a side without it gets another key.
 */
export class Spake2 {
  /** For the other side; 32 bytes. */
  readonly message: Buffer
  readonly #role: Role
  readonly #passwordHash: Buffer
  readonly #password: bigint
  readonly #secret: bigint

  /** random: 64 bytes. */
  constructor(role: Role, password: Uint8Array, random: Uint8Array = randomBytes(64)) {
    this.#role = role
    this.#passwordHash = createHash('sha512').update(password).digest()
    this.#password = multipleOfCofactor(fromLittleEndian(this.#passwordHash) % order)
    this.#secret = fromLittleEndian(random) % order
    const own = times(Point.BASE, this.#secret * cofactor)
    this.message = Buffer.from(own.add(times(masks[role], this.#password)).toBytes())
  }

  /** The key of 64 bytes; throws WrongMessage. */
  finish(theirMessage: Uint8Array): Buffer {
    const other = this.#role === 'client' ? 'server' : 'client'
    const theirs = readPoint(theirMessage).subtract(times(masks[other], this.#password))
    const shared = times(theirs, this.#secret * cofactor).toBytes()
    const messages = { [this.#role]: this.message, [other]: theirMessage } as Record<Role, Uint8Array>
    const parts = [names.client, names.server, messages.client, messages.server, shared, this.#passwordHash]
    const hash = createHash('sha512')
    for (const part of parts) hash.update(lengthOf(part)).update(part)
    return hash.digest()
  }
}

/** A multiple of the group's order is added, so that the part of the masks outside the group is lost. */
function multipleOfCofactor(scalar: bigint): bigint {
  let sum = scalar
  for (const bit of [0n, 1n, 2n]) if ((sum >> bit) & 1n) sum += order << bit
  return sum
}

/** scalar: a multiple of the cofactor. */
function times(point: Point, scalar: bigint): Point {
  const inGroup = point.clearCofactor()
  const factor = (scalar / cofactor) % order
  return factor === 0n ? Point.ZERO : inGroup.multiply(factor)
}

function readPoint(bytes: Uint8Array): Point {
  try {
    return Point.fromHex(Buffer.from(bytes).toString('hex'))
  } catch {
    throw new WrongMessage('not a point of edwards25519')
  }
}

const fromLittleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(length))
  return bytes
}
