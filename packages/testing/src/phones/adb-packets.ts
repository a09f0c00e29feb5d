/** Commands of adb's wire protocol, each four letters. */
export type AdbCommand = 'CNXN' | 'AUTH' | 'OPEN' | 'OKAY' | 'WRTE' | 'CLSE' | 'STLS'

export interface AdbPacket {
  command: string
  arg0: number
  arg1: number
  payload: Buffer
}

const headerBytes = 24

/** Six little-endian words: command, two arguments, length and checksum of the payload, the command inverted. */
export function encodePacket(command: AdbCommand, arg0: number, arg1: number, payload = Buffer.alloc(0)) {
  const header = Buffer.alloc(headerBytes)
  header.write(command, 0, 'latin1')
  header.writeUInt32LE(arg0, 4)
  header.writeUInt32LE(arg1, 8)
  header.writeUInt32LE(payload.length, 12)
  header.writeUInt32LE(
    payload.reduce((sum, byte) => sum + byte, 0),
    16,
  )
  header.writeUInt32LE(~header.readUInt32LE(0) >>> 0, 20)
  return Buffer.concat([header, payload])
}

/** Splits received bytes into packets; throws at one whose inverted command is wrong. */
export class PacketReader {
  #chunks: Buffer[] = []
  #length = 0

  push(chunk: Buffer): AdbPacket[] {
    const packets: AdbPacket[] = []
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length >= headerBytes) {
      const bytes = this.#whole()
      const end = headerBytes + bytes.readUInt32LE(12)
      if (bytes.length < end) break
      if ((bytes.readUInt32LE(0) ^ bytes.readUInt32LE(20)) >>> 0 !== 0xffffffff)
        throw new Error('fake adbd: a packet with a wrong magic')
      this.#chunks = [bytes.subarray(end)]
      this.#length = bytes.length - end
      packets.push({
        command: bytes.toString('latin1', 0, 4),
        arg0: bytes.readUInt32LE(4),
        arg1: bytes.readUInt32LE(8),
        payload: bytes.subarray(headerBytes, end),
      })
    }
    return packets
  }

  /** The bytes after the last packet, which are then no longer part of the next one. */
  takeRest(): Buffer {
    const rest = this.#whole()
    this.#chunks = []
    this.#length = 0
    return rest
  }

  #whole(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] ?? Buffer.alloc(0)
  }
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
