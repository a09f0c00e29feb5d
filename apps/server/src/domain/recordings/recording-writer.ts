import { type FileHandle, open } from 'node:fs/promises'
import { encodeRecord, fileMark, recordKind } from './recording-file.ts'

/** When the disk is slower than the phone, frames are dropped. */
const maxWaitingBytes = 16 * 1024 * 1024
/** Bytes that the operating system may buffer before they are on the disk. */
const syncMs = 5000

/** Writes records asynchronously, in order. The first failure is reported once and ends the recording. */
export class RecordingWriter {
  size = 0
  /** Writing failed: the file is incomplete. */
  isBroken = false
  readonly counts = { pictures: 0, inputs: 0, lines: 0 }
  readonly #file: FileHandle
  readonly #onFailure: (error: unknown) => void
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #writing: Promise<void> | undefined
  #syncedAt = performance.now()

  private constructor(file: FileHandle, onFailure: (error: unknown) => void) {
    this.#file = file
    this.#onFailure = onFailure
    this.#put(fileMark)
  }

  /** Throws when the file cannot be created or already exists. */
  static async create(path: string, onFailure: (error: unknown) => void): Promise<RecordingWriter> {
    return new RecordingWriter(await open(path, 'wx', 0o600), onFailure)
  }

  picture(at: number, frame: Uint8Array): void {
    if (this.#waitingBytes + frame.byteLength > maxWaitingBytes) return
    this.counts.pictures += 1
    this.#put(encodeRecord(recordKind.picture, at, frame))
  }

  note(kind: Exclude<keyof typeof recordKind, 'picture'>, at: number, content: object): void {
    if (kind === 'input') this.counts.inputs += 1
    if (kind === 'line') this.counts.lines += 1
    this.#put(encodeRecord(recordKind[kind], at, Buffer.from(JSON.stringify(content))))
  }

  /** Resolves when everything is on the disk, or cannot be written. */
  async close(): Promise<void> {
    await this.#writing
    await this.#file.sync().catch(() => undefined)
    await this.#file.close().catch(() => undefined)
  }

  #put(bytes: Buffer): void {
    if (this.isBroken) return
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.byteLength
    this.#writing ??= this.#write()
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const bytes = Buffer.concat(this.#waiting)
        this.#waiting = []
        this.#waitingBytes = 0
        await this.#writeAll(bytes)
        await this.#syncNow()
      }
    } catch (error) {
      this.isBroken = true
      this.#waiting = []
      this.#onFailure(error)
    } finally {
      this.#writing = undefined
    }
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.byteLength; ) {
      const { bytesWritten } = await this.#file.write(bytes, done)
      done += bytesWritten
      this.size += bytesWritten
    }
  }

  async #syncNow(): Promise<void> {
    if (performance.now() - this.#syncedAt < syncMs) return
    this.#syncedAt = performance.now()
    await this.#file.datasync()
  }
}
