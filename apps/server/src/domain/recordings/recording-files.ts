import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Timeline } from '@fleetdeck/contract/recordings'
import { AppError } from '../../platform/core/app-error.ts'
import { namesIn, undefinedIfMissing } from '../../platform/storage/folder-store.ts'
import type { ObjectStore, Part } from '../../platform/storage/object-store.ts'
import { type ByteSource, readTimeline } from './read-recording.ts'

/** Each read of a bucket is a request. */
const storeReadBytes = 4 * 1024 * 1024
const diskReadBytes = 256 * 1024

type WholeTimeline = Timeline & { size: number }

/** The files of recordings: on this machine while they are written, then in the store of all servers. */
export class RecordingFiles {
  /** Of this machine. */
  readonly folder: string
  readonly #store: ObjectStore

  constructor(store: ObjectStore) {
    this.#store = store
    this.folder = path.join(store.workFolder, 'recordings')
  }

  /** Where a recording is written. */
  pathOf(fileName: string): string {
    return path.join(this.folder, path.basename(fileName))
  }

  async makeFolder(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  /** Refused for a file that is neither on this machine nor in the store. */
  async timeline(fileName: string): Promise<WholeTimeline> {
    const here = await this.timelineHere(fileName)
    if (here) return here
    const stored = await this.#store.find('recordings', fileName)
    if (!stored) throw new AppError('recordingFileGone')
    return readTimeline({
      size: stored.size,
      readBytes: storeReadBytes,
      read: async (start, length) => buffer(await this.open(fileName, { start, end: start + length - 1 })),
    })
  }

  /** Undefined for a file that is not on this machine. */
  async timelineHere(fileName: string): Promise<WholeTimeline | undefined> {
    const file = await this.#openHere(fileName)
    if (!file) return undefined
    try {
      return await readTimeline(await sourceOf(file))
    } finally {
      await file.close()
    }
  }

  /** Refused for a file that is neither on this machine nor in the store. */
  async open(fileName: string, part: Part): Promise<Readable> {
    const here = await this.#openHere(fileName)
    const content = here?.createReadStream(part) ?? (await this.#store.open('recordings', fileName, part))
    if (!content) throw new AppError('recordingFileGone')
    return content
  }

  /** Recordings of this machine that are still to be stored: none where the store is a folder. */
  async listUnstored(): Promise<string[]> {
    return this.#store.isFolder ? [] : namesIn(this.folder)
  }

  store(fileName: string): Promise<void> {
    return this.#store.take(this.pathOf(fileName), 'recordings', fileName)
  }

  async remove(fileName: string): Promise<void> {
    await rm(this.pathOf(fileName), { force: true })
    await this.#store.remove('recordings', fileName)
  }

  /** Of this machine and of the store. */
  async *list(): AsyncGenerator<{ fileName: string; modifiedAt: Date }> {
    for (const fileName of await this.listUnstored()) {
      const info = await stat(this.pathOf(fileName)).catch(() => undefined)
      if (info) yield { fileName, modifiedAt: info.mtime }
    }
    yield* this.#store.list('recordings')
  }

  async #openHere(fileName: string): Promise<FileHandle | undefined> {
    return open(this.pathOf(fileName)).catch(undefinedIfMissing)
  }
}

async function sourceOf(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat()
  return {
    size,
    readBytes: diskReadBytes,
    read: async (from, length) => {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await file.read(bytes, 0, length, from)
      return bytes.subarray(0, bytesRead)
    },
  }
}
