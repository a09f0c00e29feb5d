import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { namesIn } from './folder-store.ts'
import { type Area, areas, type ObjectStore, type Part, type StoredObject } from './object-store.ts'
import { patientLimits, S3Bucket, type S3Limits, type S3Settings } from './s3-bucket.ts'
import { markName, markText, parseMark, type StoreMark } from './store-mark.ts'

/** A person waits for the answer. */
const briefLimits: S3Limits = { outageMs: 8000, silentMs: 60_000, answerMs: 10_000 }
/** Long enough for a phone on a slow connection to begin. */
const linkSeconds = 600

export interface S3StoreSettings extends S3Settings {
  /** The address at which phones reach the storage; empty where they do not. */
  downloadUrl: string
  /** Of this machine. */
  workFolder: string
}

/** A bucket of an S3-compatible storage. */
export class S3Store implements ObjectStore {
  readonly isFolder = false
  readonly address: string
  readonly workFolder: string
  readonly #bucket: S3Bucket
  readonly #patient: S3Bucket
  readonly #downloads: S3Bucket | undefined

  constructor(settings: S3StoreSettings, limits: S3Limits = briefLimits) {
    const { bucket, prefix, workFolder, downloadUrl } = settings
    this.address = `s3://${bucket}/${prefix}`
    this.workFolder = workFolder
    this.#bucket = new S3Bucket(settings, limits)
    this.#patient = new S3Bucket(settings, patientLimits)
    this.#downloads = downloadUrl ? new S3Bucket({ ...settings, endpoint: downloadUrl }, limits) : undefined
  }

  async take(file: string, area: Area, fileName: string, signal?: AbortSignal): Promise<void> {
    const bucket = signal ? this.#patient : this.#bucket
    await bucket.put(file, named(area, fileName), signal ?? new AbortController().signal)
    await rm(file, { force: true })
  }

  open(area: Area, fileName: string, part?: Part): Promise<Readable | undefined> {
    return this.#bucket.open(named(area, fileName), part)
  }

  async find(area: Area, fileName: string): Promise<StoredObject | undefined> {
    const found = await this.#bucket.find(named(area, fileName))
    return found && { fileName, ...found }
  }

  async *list(area: Area): AsyncGenerator<StoredObject> {
    for await (const { name, ...facts } of this.#bucket.list(`${area}/`))
      yield { fileName: name.slice(area.length + 1), ...facts }
  }

  remove(area: Area, fileName: string): Promise<void> {
    return this.#bucket.remove(named(area, fileName))
  }

  fetch(area: Area, fileName: string, file: string, signal: AbortSignal): Promise<void> {
    return this.#patient.get(named(area, fileName), file, signal)
  }

  async replace(area: Area, folder: string): Promise<void> {
    const stored = new Map<string, number>()
    for await (const { fileName, size } of this.list(area)) stored.set(fileName, size)
    const { signal } = new AbortController()
    for (const name of await namesIn(folder)) {
      const file = path.join(folder, name)
      if (stored.get(name) !== (await stat(file)).size)
        await this.#patient.put(file, named(area, name), signal)
    }
  }

  async removePartial(before: Date): Promise<void> {
    for (const area of areas) await this.#bucket.removePartial(() => true, `${area}/`, before)
  }

  async link(area: Area, fileName: string): Promise<string | undefined> {
    return this.#downloads?.link(named(area, fileName), linkSeconds)
  }

  test(): Promise<void> {
    return this.#bucket.test(`test-${randomUUID()}`)
  }

  async readMark(): Promise<StoreMark | undefined> {
    const content = await this.#bucket.open(markName)
    return content && parseMark(await text(content))
  }

  async writeMark(mark: StoreMark): Promise<void> {
    await mkdir(this.workFolder, { recursive: true, mode: 0o700 })
    const file = path.join(this.workFolder, `.${markName}-${randomUUID()}`)
    await writeFile(file, markText(mark), { mode: 0o600 })
    try {
      await this.#bucket.put(file, markName, new AbortController().signal)
    } finally {
      await rm(file, { force: true })
    }
  }

  close(): void {
    for (const bucket of [this.#bucket, this.#patient, this.#downloads]) bucket?.close()
  }
}

const named = (area: Area, fileName: string) => `${area}/${path.posix.basename(fileName)}`
