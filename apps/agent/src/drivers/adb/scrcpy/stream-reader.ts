import { h264ParseConfiguration } from '@yume-chan/scrcpy'
import type { ReadableStream } from '@yume-chan/stream-extra'
import type { ScreenSize } from '../../device-driver.ts'
import type { ScrcpyWire } from './wire.ts'

type ScrcpyCodec = 'h264' | 'h265' | 'av1' | 'vp8' | 'vp9' | 'opus' | 'aac' | 'flac' | 'raw'

export interface ScrcpyReading {
  kind: 'video' | 'audio'
  wire: Pick<ScrcpyWire, 'sizes'>
}

export type ScrcpyPacket =
  /** The first packet of each stream. */
  | { type: 'codec'; codec: ScrcpyCodec }
  /** Of the video from here on; it may be repeated. Touches must name it: those for another size are dropped. */
  | ({ type: 'size' } & ScreenSize)
  /** Parameter sets, for the frames that follow. */
  | { type: 'config'; data: Buffer }
  /** ptsMs: the time of the phone's encoder, only comparable within the stream. */
  | { type: 'frame'; data: Buffer; isKey: boolean; ptsMs: number }

/**
 * Why a stream of scrcpy cannot be read further:
 * - disabled: the phone does not give this stream; the others go on
 * - failed: the server could not capture or encode
 * - codec, size, length, unexpected: bytes that the format does not have; `value` is what arrived
 * - cut: the stream ended within a packet
 */
export type StreamFault = 'disabled' | 'failed' | 'codec' | 'size' | 'length' | 'unexpected' | 'cut'

export class ScrcpyStreamError extends Error {
  readonly fault: StreamFault
  readonly value: string

  constructor(fault: StreamFault, value = '') {
    super(`scrcpy stream: ${fault} ${value}`.trim())
    this.fault = fault
    this.value = value
  }
}

const codecs = new Map<number, ScrcpyCodec>([
  [0x68323634, 'h264'],
  [0x68323635, 'h265'],
  [0x00617631, 'av1'],
  [0x00767038, 'vp8'],
  [0x00767039, 'vp9'],
  [0x6f707573, 'opus'],
  [0x00616163, 'aac'],
  [0x666c6163, 'flac'],
  [0x00726177, 'raw'],
])
const noCodec = { disabled: 0, failed: 1 } as const
/**
 * Of one packet, in bytes. A key frame of a full screen has less than a tenth of it, and what scrcpy reads of a sound at
 * once a sixteenth.
 */
export const longestPacket = { video: 8 * 1024 * 1024, audio: 64 * 1024 } as const
const headerLength = 12
const flags = {
  inHeader: { config: 1n << 63n, key: 1n << 62n },
  inPackets: { config: 1n << 62n, key: 1n << 61n },
} as const
const sessionFlag = 0x80
const usPerMs = 1000n

/**
 * Reads a media stream of scrcpy's server, versions 3.0 to 4.1, from its first byte after the device's name. Format:
 * `Streamer.java` of scrcpy, which is the same for video and audio, except that only a video has sizes. Ends with the
 * stream; rejects with ScrcpyStreamError, or with the error of the connection. The stream is cancelled when the caller
 * stops reading.
 */
export async function* readScrcpyStream(
  stream: ReadableStream<Uint8Array>,
  { kind, wire }: ScrcpyReading,
): AsyncGenerator<ScrcpyPacket, void> {
  const bytes = new ExactBytes(stream)
  try {
    const codec = await readCodec(bytes)
    yield { type: 'codec', codec }
    if (kind === 'video' && wire.sizes === 'inHeader') yield toSize(await bytes.take(8), 0)
    for (let head = await bytes.next(headerLength); head; head = await bytes.next(headerLength)) {
      if (isSize(head, wire)) {
        if (kind === 'audio') throw new ScrcpyStreamError('unexpected', head.toString('hex'))
        yield toSize(head, 4)
        continue
      }
      const data = await bytes.take(checkedLength(head.readUInt32BE(8), longestPacket[kind]))
      const packet = toMedia(head.readBigUInt64BE(), data, wire)
      const size = codec === 'h264' && hiddenSize(packet, wire)
      if (size) yield { type: 'size', ...size }
      yield packet
    }
  } finally {
    await bytes.cancel()
  }
}

const isSize = (head: Buffer, { sizes }: ScrcpyReading['wire']) =>
  sizes === 'inPackets' && (head.readUInt8() & sessionFlag) !== 0

function toMedia(mark: bigint, data: Buffer, { sizes }: ScrcpyReading['wire']): ScrcpyPacket {
  const { config, key } = flags[sizes]
  if ((mark & config) !== 0n) return { type: 'config', data }
  const ptsMs = Number((mark & (key - 1n)) / usPerMs)
  return { type: 'frame', data, isKey: (mark & key) !== 0n, ptsMs }
}

async function readCodec(bytes: ExactBytes): Promise<ScrcpyCodec> {
  const id = (await bytes.take(4)).readUInt32BE()
  if (id === noCodec.disabled) throw new ScrcpyStreamError('disabled')
  if (id === noCodec.failed) throw new ScrcpyStreamError('failed')
  const codec = codecs.get(id)
  if (!codec) throw new ScrcpyStreamError('codec', `0x${id.toString(16).padStart(8, '0')}`)
  return codec
}

function toSize(bytes: Buffer, at: number): ScrcpyPacket {
  const [width, height] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
  // A touch names the size in 16 bits.
  if (width === 0 || height === 0 || width > 0xffff || height > 0xffff)
    throw new ScrcpyStreamError('size', `${width}x${height}`)
  return { type: 'size', width, height }
}

function checkedLength(length: number, most: number): number {
  if (length === 0 || length > most) throw new ScrcpyStreamError('length', String(length))
  return length
}

/** After a rotation, 3.x tells the new size only in the parameter sets. */
function hiddenSize(packet: ScrcpyPacket, { sizes }: ScrcpyReading['wire']): ScreenSize | undefined {
  if (packet.type !== 'config' || sizes !== 'inHeader') return undefined
  try {
    const { croppedWidth: width, croppedHeight: height } = h264ParseConfiguration(packet.data)
    return width > 0 && height > 0 ? { width, height } : undefined
  } catch {
    return undefined
  }
}

/** A stream of chunks as pieces of given lengths. */
class ExactBytes {
  readonly #reader: ReturnType<ReadableStream<Uint8Array>['getReader']>
  #unread: Uint8Array[] = []
  #length = 0

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader()
  }

  async take(length: number): Promise<Buffer> {
    const piece = await this.next(length)
    if (!piece) throw new ScrcpyStreamError('cut')
    return piece
  }

  /** Undefined when the stream ended before it. */
  async next(length: number): Promise<Buffer | undefined> {
    while (this.#length < length) {
      const { done, value } = await this.#reader.read()
      if (!done) {
        this.#unread.push(value)
        this.#length += value.length
      } else if (this.#length === 0) return undefined
      else throw new ScrcpyStreamError('cut')
    }
    const [first] = this.#unread
    const isWhole = first && first.length >= length
    const all = isWhole
      ? Buffer.from(first.buffer, first.byteOffset, first.length)
      : Buffer.concat(this.#unread)
    const rest = isWhole ? this.#unread.slice(1) : []
    this.#unread = all.length > length ? [all.subarray(length), ...rest] : rest
    this.#length -= length
    return all.subarray(0, length)
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined)
  }
}
