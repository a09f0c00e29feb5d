import { RecordedAction, type Timeline } from '@fleetdeck/contract/recordings'
import { screenFrameHeaderBytes } from '@fleetdeck/contract/screen-frame'
import {
  decodeHead,
  fileMark,
  type InputRecord,
  type LineRecord,
  type OnlineRecord,
  recordHeadBytes,
  recordKind,
} from './recording-file.ts'

/** A file whose parts can be read in any order. */
export interface ByteSource {
  /** Bytes of the whole file. */
  size: number
  /** How many bytes to read at once at least: many small records, or the head of a frame without all of its bytes. */
  readBytes: number
  /** Fewer than `length` at the end of the file. */
  read(from: number, length: number): Promise<Buffer>
}

/**
 * Reads everything except the bytes of the frames. A truncated file is read as far as its records are complete.
 * Throws for a file that is not a recording of this version.
 */
export async function readTimeline(source: ByteSource): Promise<Timeline & { size: number }> {
  const window = new Window(source)
  const mark = await window.bytes(0, fileMark.byteLength)
  if (!mark.equals(fileMark)) throw new Error('no recording of this version')
  return await readRecords(window, source.size)
}

async function readRecords(window: Window, size: number): Promise<Timeline & { size: number }> {
  const found: Timeline = { durationMs: 0, pictures: [], inputs: [], lines: [], online: [] }
  let place = fileMark.byteLength
  while (place + recordHeadBytes <= size) {
    const head = decodeHead(await window.bytes(place, recordHeadBytes))
    if (!head || place + recordHeadBytes + head.length > size) break
    const from = place + recordHeadBytes
    const shown = head.kind === recordKind.picture ? screenFrameHeaderBytes : head.length
    if (
      !take(found, head.kind, head.at, { from, length: head.length, bytes: await window.bytes(from, shown) })
    )
      break
    found.durationMs = Math.max(found.durationMs, head.at)
    place = from + head.length
  }
  return { ...found, size: place }
}

interface Content {
  from: number
  length: number
  bytes: Buffer
}

/** False for a record with invalid content: the rest cannot be trusted. */
function take(found: Timeline, kind: number, at: number, { from, length, bytes }: Content): boolean {
  if (kind === recordKind.picture) {
    if (length <= screenFrameHeaderBytes) return false
    found.pictures.push({
      at,
      from: from + screenFrameHeaderBytes,
      length: length - screenFrameHeaderBytes,
      screenWidth: bytes.readUInt16BE(20),
      screenHeight: bytes.readUInt16BE(22),
    })
    return true
  }
  try {
    const content: unknown = JSON.parse(bytes.toString())
    if (kind === recordKind.input) {
      const { name, frame } = content as InputRecord
      found.inputs.push({ at, name, frame: RecordedAction.parse(frame) })
    } else if (kind === recordKind.line) found.lines.push({ at, ...(content as LineRecord) })
    else found.online.push({ at, ...(content as OnlineRecord) })
    return true
  } catch {
    return false
  }
}

/** Reads a file sequentially in chunks of a fixed size, however small the requested parts are. */
class Window {
  readonly #source: ByteSource
  #from = 0
  #bytes: Buffer = Buffer.alloc(0)

  constructor(source: ByteSource) {
    this.#source = source
  }

  /** Fewer at the end of the file. */
  async bytes(from: number, length: number): Promise<Buffer> {
    if (from < this.#from || from + length > this.#from + this.#bytes.byteLength) {
      this.#bytes = await this.#source.read(from, Math.max(this.#source.readBytes, length))
      this.#from = from
    }
    return this.#bytes.subarray(from - this.#from, from - this.#from + length)
  }
}
