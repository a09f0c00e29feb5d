import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { RecordedAction, type Timeline } from '@fleetdeck/contract/recordings'
import { screenFrameHeaderBytes } from '@fleetdeck/contract/screen-frame'
import { AppError } from '../../platform/core/app-error.ts'
import {
  decodeHead,
  fileMark,
  type InputRecord,
  type LineRecord,
  type OnlineRecord,
  recordHeadBytes,
  recordKind,
} from './recording-file.ts'

/** Bytes per read: enough for many small records, or the head of a frame without all of its bytes. */
const readBytes = 256 * 1024

/** Where a server stores its recordings. */
export const recordingsFolder = (dataDir: string) => path.join(dataDir, 'recordings')

/** As `readTimeline`; refuses a file that is not in this server's folder. */
export async function readStored(folder: string, fileName: string): Promise<Timeline> {
  try {
    return await readTimeline(path.join(folder, path.basename(fileName)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new AppError('recordingFileGone')
    throw error
  }
}

/**
 * Reads everything except the bytes of the frames. A truncated file is read as far as its records are complete.
 * Throws when the file is missing (ENOENT) or is not a recording of this version.
 */
export async function readTimeline(filePath: string): Promise<Timeline & { size: number }> {
  const file = await open(filePath, 'r')
  try {
    const { size } = await file.stat()
    const mark = Buffer.alloc(fileMark.byteLength)
    await file.read(mark, 0, mark.byteLength, 0)
    if (!mark.equals(fileMark)) throw new Error('no recording of this version')
    return await readRecords(file, size)
  } finally {
    await file.close()
  }
}

async function readRecords(file: FileHandle, size: number): Promise<Timeline & { size: number }> {
  const found: Timeline = { durationMs: 0, pictures: [], inputs: [], lines: [], online: [] }
  const window = new Window(file)
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
  readonly #file: FileHandle
  #from = 0
  #bytes: Buffer = Buffer.alloc(0)

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Fewer at the end of the file. */
  async bytes(from: number, length: number): Promise<Buffer> {
    if (from < this.#from || from + length > this.#from + this.#bytes.byteLength) {
      const bytes = Buffer.alloc(Math.max(readBytes, length))
      const { bytesRead } = await this.#file.read(bytes, 0, bytes.byteLength, from)
      this.#from = from
      this.#bytes = bytes.subarray(0, bytesRead)
    }
    return this.#bytes.subarray(from - this.#from, from - this.#from + length)
  }
}
