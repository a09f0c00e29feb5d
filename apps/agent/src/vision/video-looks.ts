import type { Decoded, FramesToDecode } from '../video/coded-frames.ts'
import { VideoDecoder } from './video-decoder.ts'

export interface VideoPart extends Omit<FramesToDecode, 'frames' | 'at'> {
  /** Number of the stream; each has its own decoder. */
  stream: number
  /** The frames, one after the other. */
  bytes: Uint8Array
  lengths: number[]
}

/** In one thread; each takes about 20 MB. */
const mostDecoders = 8
/** A decoder in use is not replaced. */
const inUseMs = 2000
const idleMs = 15_000
/** By stream; the longest unused first. */
const decoders = new Map<number, StreamDecoder>()

class StreamDecoder {
  readonly #decoder: VideoDecoder
  readonly #idle: NodeJS.Timeout
  #decoded: Decoded | undefined
  #usedAt = performance.now()

  constructor(decoder: VideoDecoder, stream: number) {
    this.#decoder = decoder
    this.#idle = setTimeout(() => drop(stream), idleMs).unref()
  }

  get isInUse(): boolean {
    return performance.now() - this.#usedAt < inUseMs
  }

  /** Undefined if the frames do not follow those that it has decoded, or are damaged. */
  decode({ key, first, bytes, lengths, format }: VideoPart): ArrayBuffer | undefined {
    this.#usedAt = performance.now()
    this.#idle.refresh()
    if (first > 0 && (this.#decoded?.key !== key || this.#decoded.count !== first)) return undefined
    let at = 0
    for (const length of lengths) {
      if (!this.#decoder.decode(bytes.subarray(at, at + length))) return undefined
      at += length
    }
    this.#decoded = { key, count: first + lengths.length }
    return this.#decoder.picture(format)
  }

  close(): void {
    clearTimeout(this.#idle)
  }
}

/** The newest frame of a video, as planes; undefined if it cannot be decoded from these frames, or not now. */
export async function decodeVideo(_: unknown, part: VideoPart): Promise<ArrayBuffer | undefined> {
  const { stream, first } = part
  const decoder = decoders.get(stream) ?? (first === 0 ? await open(stream) : undefined)
  if (!decoder) return undefined
  decoders.delete(stream)
  const picture = decoder.decode(part)
  if (picture) decoders.set(stream, decoder)
  else decoder.close()
  return picture
}

async function open(stream: number): Promise<StreamDecoder | undefined> {
  const [oldest] = decoders
  if (decoders.size >= mostDecoders && oldest?.[1].isInUse) return undefined
  if (decoders.size >= mostDecoders && oldest) drop(oldest[0])
  return new StreamDecoder(await VideoDecoder.open(), stream)
}

function drop(stream: number): void {
  decoders.get(stream)?.close()
  decoders.delete(stream)
}
