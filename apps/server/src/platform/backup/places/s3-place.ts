import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, truncate } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { guardedAgents } from '../../safe-fetch/safe-fetch.ts'
import type { StoredBackup } from '../backups.ts'
import { backupName } from '../newest-backup.ts'
import { BackupFailure, type BackupPlace } from './place.ts'
import { isForgottenUpload, s3Failure } from './s3-failure.ts'

export interface S3Settings {
  /** Empty: Amazon S3. */
  endpoint: string
  region: string
  bucket: string
  prefix: string
  /** Undefined: those of the environment, as other programs use them. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
  pathStyle: boolean
  /** Private networks that may be called; undefined: any address, as an operator of the machine names it. */
  allowed: string | undefined
}

const connectMs = 10_000
const firstWaitMs = 250
const longestWaitMs = 30_000
const usualLimits = { outageMs: 10 * 60_000, silentMs: 60_000 }
/** The least that S3 allows is 5 MB, and 10,000 parts. */
const leastPartBytes = 8 * 1024 * 1024
const mostParts = 9000
const mostBeginnings = 3

/** A bucket of an S3-compatible storage. Parts are sent one after the other: one is in memory. */
export class S3Place implements BackupPlace {
  readonly #settings: S3Settings
  readonly #client: S3Client
  readonly #outageMs: number

  /** @param limits how long a part is tried again, and after which silence a connection counts as lost */
  constructor(settings: S3Settings, { outageMs, silentMs } = usualLimits) {
    const { endpoint, region, keys, pathStyle, allowed } = settings
    this.#settings = settings
    this.#outageMs = outageMs
    this.#client = new S3Client({
      region: region || 'us-east-1',
      ...(endpoint && { endpoint }),
      forcePathStyle: pathStyle,
      ...(keys && { credentials: keys }),
      maxAttempts: 1,
      // Many storages do not know the checksums that the client adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectMs,
        socketTimeout: silentMs,
        ...(allowed !== undefined && guardedAgents(allowed)),
      },
    })
  }

  addressOf = (fileName: string): string => {
    const { endpoint, region, bucket, prefix, pathStyle } = this.#settings
    const query = new URLSearchParams({
      ...(endpoint && { endpoint }),
      ...(region && { region }),
      ...(!pathStyle && { pathStyle: 'false' }),
    })
    return `s3://${bucket}/${encodeURI(prefix)}${fileName}${query.size ? `?${query}` : ''}`
  }

  async list(): Promise<StoredBackup[]> {
    const { bucket: Bucket, prefix: Prefix } = this.#settings
    const found: StoredBackup[] = []
    for (let token: string | undefined, isMore = true; isMore; ) {
      const input = { Bucket, Prefix, ...(token && { ContinuationToken: token }) }
      const page = await this.#once(() => this.#client.send(new ListObjectsV2Command(input)))
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        const fileName = Key.slice(Prefix.length)
        if (backupName.test(fileName))
          found.push({ fileName, size: Size, madeAt: LastModified ?? new Date(0) })
      }
      token = page.NextContinuationToken
      isMore = token !== undefined
    }
    return found.sort((a, b) => (a.fileName < b.fileName ? 1 : -1))
  }

  async put(file: string, fileName: string, signal: AbortSignal): Promise<void> {
    for (let beginnings = 1; ; beginnings++)
      try {
        return await this.#upload(file, this.#at(fileName), signal)
      } catch (error) {
        if (!isForgottenUpload(error) || beginnings === mostBeginnings) throw error
      }
  }

  async #upload(file: string, at: ObjectAt, signal: AbortSignal): Promise<void> {
    const created = await this.#again(() => this.#client.send(new CreateMultipartUploadCommand(at)), signal)
    const upload = { ...at, UploadId: created.UploadId }
    try {
      const sent = await this.#sendFile(file, upload, signal)
      const complete = { ...upload, MultipartUpload: { Parts: sent.parts } }
      await this.#again(() => this.#client.send(new CompleteMultipartUploadCommand(complete)), signal).catch(
        async (error) => {
          // It was completed by a call whose answer was lost.
          if (!isForgottenUpload(error) || !(await this.#isStored(at, sent, signal).catch(() => false)))
            throw error
        },
      )
      if (await this.#isStored(at, sent, signal)) return
      await this.#client.send(new DeleteObjectCommand(at)).catch(() => {})
      throw new BackupFailure('damagedCopy')
    } catch (error) {
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
      throw error
    }
  }

  async #sendFile(file: string, upload: Upload, signal: AbortSignal): Promise<Sent> {
    const handle = await open(file)
    try {
      return await this.#sendParts(handle, upload, signal)
    } finally {
      await handle.close()
    }
  }

  async #sendParts(handle: FileHandle, upload: Upload, signal: AbortSignal): Promise<Sent> {
    const { size } = await handle.stat()
    const partBytes = Math.max(leastPartBytes, Math.ceil(size / mostParts))
    const buffer = Buffer.allocUnsafe(Math.min(partBytes, Math.max(size, 1)))
    const whole = createHash('sha256')
    const ofParts = createHash('md5')
    const parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (let position = 0; position < size || parts.length === 0; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, position)
      if (bytesRead === 0 && size > 0) throw new BackupFailure('other', 'The file became shorter.')
      const Body = buffer.subarray(0, bytesRead)
      const md5 = createHash('md5').update(Body).digest()
      const part = { ...upload, PartNumber: parts.length + 1 }
      const input = { ...part, Body, ContentLength: bytesRead, ContentMD5: md5.toString('base64') }
      const { ETag } = await this.#again(() => this.#client.send(new UploadPartCommand(input)), signal)
      parts.push({ PartNumber: part.PartNumber, ETag })
      whole.update(Body)
      ofParts.update(md5)
      position += bytesRead
      if (size === 0) break
    }
    return { size, parts, sha256: whole.digest('hex'), eTag: `${ofParts.digest('hex')}-${parts.length}` }
  }

  /** By the checksum that the storage reports; where that is of another kind, by reading all of it. */
  async #isStored(at: ObjectAt, { size, eTag, sha256 }: Sent, signal: AbortSignal): Promise<boolean> {
    const head = await this.#again(() => this.#client.send(new HeadObjectCommand(at)), signal)
    if (head.ContentLength !== size) return false
    if (head.ETag?.replaceAll('"', '') === eTag) return true
    return this.#again(async () => {
      const hash = createHash('sha256')
      const { Body } = await this.#client.send(new GetObjectCommand(at))
      await pipeline(Body as Readable, hash, { signal })
      return hash.digest('hex') === sha256
    }, signal)
  }

  async get(fileName: string, file: string, signal: AbortSignal): Promise<void> {
    const at = this.#at(fileName)
    const { ContentLength: size = 0 } = await this.#again(
      () => this.#client.send(new HeadObjectCommand(at)),
      signal,
    )
    let position = 0
    await (await open(file, 'w', 0o600)).close()
    while (position < size) {
      const before = position
      const more = async () => {
        await truncate(file, position)
        const { Body } = await this.#client.send(new GetObjectCommand({ ...at, Range: `bytes=${position}-` }))
        const counted = async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            yield chunk
            position += chunk.byteLength
          }
        }
        await pipeline(Body as Readable, counted, createWriteStream(file, { flags: 'a' }), { signal })
      }
      await this.#again(more, signal)
      if (position === before) throw new BackupFailure('away', 'The download ended early.')
    }
  }

  async remove(fileName: string): Promise<void> {
    await this.#once(() => this.#client.send(new DeleteObjectCommand(this.#at(fileName))))
  }

  async removePartial(): Promise<void> {
    const { bucket: Bucket, prefix } = this.#settings
    const input = { Bucket, Prefix: `${prefix}fleetdeck-` }
    const { Uploads = [] } = await this.#once(() => this.#client.send(new ListMultipartUploadsCommand(input)))
    for (const { Key = '', UploadId } of Uploads)
      if (backupName.test(Key.slice(prefix.length)))
        await this.#once(() => this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
  }

  async test(): Promise<void> {
    const at = this.#at(`fleetdeck-test-${randomUUID()}`)
    const ContentMD5 = createHash('md5').update(at.Key).digest('base64')
    await this.#once(() => this.#client.send(new PutObjectCommand({ ...at, Body: at.Key, ContentMD5 })))
    try {
      const { Body } = await this.#once(() => this.#client.send(new GetObjectCommand(at)))
      if ((await Body?.transformToString()) !== at.Key) throw new BackupFailure('damagedCopy')
    } finally {
      await this.#once(() => this.#client.send(new DeleteObjectCommand(at)))
    }
    await this.list()
  }

  close(): void {
    this.#client.destroy()
  }

  #at(fileName: string): ObjectAt {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${fileName}` }
  }

  async #once<T>(send: () => Promise<T>): Promise<T> {
    return send().catch((error) => Promise.reject(s3Failure(error)))
  }

  /** With growing waits while the storage does not answer. */
  async #again<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const until = performance.now() + this.#outageMs
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      signal.throwIfAborted()
      try {
        return await send()
      } catch (error) {
        signal.throwIfAborted()
        const failure = s3Failure(error)
        if (failure.reason !== 'away' || performance.now() + waitMs > until) throw failure
        await pause(waitMs, undefined, { signal })
      }
    }
  }
}

interface ObjectAt {
  Bucket: string
  Key: string
}
interface Upload extends ObjectAt {
  UploadId: string | undefined
}
interface Sent {
  size: number
  parts: { PartNumber: number; ETag: string | undefined }[]
  /** Of the whole file, in hex. */
  sha256: string
  /** The checksum that S3 reports for an object of these parts. */
  eTag: string
}
