import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, truncate } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
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
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { guardedAgents } from '../safe-fetch/safe-fetch.ts'
import { isForgottenUpload, s3Failure } from './s3-failure.ts'
import { isFileMissing, StorageFailure } from './storage-failure.ts'

export interface S3Settings {
  /** Empty: Amazon S3. */
  endpoint: string
  region: string
  bucket: string
  /** Before all names; it ends with a slash, or is empty. */
  prefix: string
  /** Undefined: those of the environment, as other programs use them. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
  pathStyle: boolean
  /** Private networks that may be called; undefined: any address, as an operator of the machine names it. */
  allowed: string | undefined
}

/** All in ms. */
export interface S3Limits {
  /** How long the transfer of a whole file is tried again. */
  outageMs: number
  /** A connection without data for so long counts as lost; readers that pause do not read meanwhile. */
  silentMs: number
  /** How long the storage may take for the answer to a single request, or for its beginning. */
  answerMs: number
}

export interface ObjectFacts {
  /** Without the prefix of the settings. */
  name: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

const connectMs = 10_000
const firstWaitMs = 250
const briefTries = 3
const longestWaitMs = 30_000
export const patientLimits: S3Limits = { outageMs: 10 * 60_000, silentMs: 60_000, answerMs: 60_000 }
/** The least that S3 allows is 5 MB, and 10,000 parts. */
const leastPartBytes = 8 * 1024 * 1024
const mostParts = 9000
const mostBeginnings = 3

/**
 * A bucket of an S3-compatible storage. Parts are sent one after the other: one is in memory. All methods throw
 * StorageFailure; those of single requests at once, those of whole files after they were tried again.
 */
export class S3Bucket {
  readonly #settings: S3Settings
  readonly #client: S3Client
  readonly #outageMs: number
  readonly #answerMs: number

  constructor(settings: S3Settings, { outageMs, silentMs, answerMs }: S3Limits = patientLimits) {
    const { endpoint, region, keys, pathStyle, allowed } = settings
    this.#settings = settings
    this.#outageMs = outageMs
    this.#answerMs = answerMs
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
        connectionTimeout: Math.min(connectMs, answerMs),
        socketTimeout: silentMs,
        // Slow phones occupy connections: their number is limited where phones download.
        ...(allowed === undefined ? openAgents() : guardedAgents(allowed)),
      },
    })
  }

  /** Of all objects whose names begin so, in the order of their names. */
  async *list(beginning: string): AsyncGenerator<ObjectFacts> {
    const { bucket: Bucket, prefix } = this.#settings
    for (let token: string | undefined, isMore = true; isMore; ) {
      const input = { Bucket, Prefix: prefix + beginning, ...(token && { ContinuationToken: token }) }
      const page = await this.#once((options) => this.#client.send(new ListObjectsV2Command(input), options))
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        yield { name: Key.slice(prefix.length), size: Size, modifiedAt: LastModified ?? new Date(0) }
      token = page.NextContinuationToken
      isMore = token !== undefined
    }
  }

  /** Undefined without such an object. */
  async find(name: string): Promise<Omit<ObjectFacts, 'name'> | undefined> {
    try {
      const { ContentLength: size = 0, LastModified: modifiedAt = new Date(0) } = await this.#once(
        (options) => this.#client.send(new HeadObjectCommand(this.#at(name)), options),
      )
      return { size, modifiedAt }
    } catch (error) {
      if (isFileMissing(error)) return undefined
      throw error
    }
  }

  /**
   * The object, or its bytes from `start` to `end`, inclusive, as far as it has them; undefined without such an object.
   */
  async open(name: string, part?: { start: number; end: number }): Promise<Readable | undefined> {
    const Range = part && `bytes=${part.start}-${part.end}`
    try {
      const { Body } = await this.#once((options) =>
        this.#client.send(new GetObjectCommand({ ...this.#at(name), ...(Range && { Range }) }), options),
      )
      return Body as Readable
    } catch (error) {
      if (isFileMissing(error)) return undefined
      if (part && isPastEnd(error)) return Readable.from([])
      throw error
    }
  }

  /** Stores a file under this name and compares what is stored with it; a failed one leaves nothing there. */
  async put(file: string, name: string, signal: AbortSignal): Promise<void> {
    for (let beginnings = 1; ; beginnings++)
      try {
        return await this.#upload(file, this.#at(name), signal)
      } catch (error) {
        if (!isForgottenUpload(error) || beginnings === mostBeginnings) throw error
      }
  }

  async #upload(file: string, at: ObjectAt, signal: AbortSignal): Promise<void> {
    const handle = await open(file)
    try {
      const { size } = await handle.stat()
      if (size <= leastPartBytes) await this.#sendWhole(await handle.readFile(), at, signal)
      else await this.#sendInParts(handle, at, signal)
    } finally {
      await handle.close()
    }
  }

  async #sendWhole(Body: Buffer, at: ObjectAt, signal: AbortSignal): Promise<void> {
    const md5 = createHash('md5').update(Body).digest()
    const input = { ...at, Body, ContentLength: Body.byteLength, ContentMD5: md5.toString('base64') }
    await this.#again(() => this.#client.send(new PutObjectCommand(input)), signal)
    const sha256 = createHash('sha256').update(Body).digest('hex')
    await this.#requireStored(at, { size: Body.byteLength, sha256, eTag: md5.toString('hex') }, signal)
  }

  async #sendInParts(handle: FileHandle, at: ObjectAt, signal: AbortSignal): Promise<void> {
    const created = await this.#again(() => this.#client.send(new CreateMultipartUploadCommand(at)), signal)
    const upload = { ...at, UploadId: created.UploadId }
    try {
      const sent = await this.#sendParts(handle, upload, signal)
      const complete = { ...upload, MultipartUpload: { Parts: sent.parts } }
      await this.#again(() => this.#client.send(new CompleteMultipartUploadCommand(complete)), signal).catch(
        async (error) => {
          // It was completed by a call whose answer was lost.
          if (!isForgottenUpload(error) || !(await this.#isStored(at, sent, signal).catch(() => false)))
            throw error
        },
      )
      await this.#requireStored(at, sent, signal)
    } catch (error) {
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
      throw error
    }
  }

  async #sendParts(handle: FileHandle, upload: Upload, signal: AbortSignal): Promise<SentParts> {
    const { size } = await handle.stat()
    const partBytes = Math.max(leastPartBytes, Math.ceil(size / mostParts))
    const buffer = Buffer.allocUnsafe(Math.min(partBytes, size))
    const whole = createHash('sha256')
    const ofParts = createHash('md5')
    const parts: SentParts['parts'] = []
    for (let position = 0; position < size; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, position)
      if (bytesRead === 0) throw new StorageFailure('other', 'The file became shorter.')
      const Body = buffer.subarray(0, bytesRead)
      const md5 = createHash('md5').update(Body).digest()
      const part = { ...upload, PartNumber: parts.length + 1 }
      const input = { ...part, Body, ContentLength: bytesRead, ContentMD5: md5.toString('base64') }
      const { ETag } = await this.#again(() => this.#client.send(new UploadPartCommand(input)), signal)
      parts.push({ PartNumber: part.PartNumber, ETag })
      whole.update(Body)
      ofParts.update(md5)
      position += bytesRead
    }
    return { size, parts, sha256: whole.digest('hex'), eTag: `${ofParts.digest('hex')}-${parts.length}` }
  }

  async #requireStored(at: ObjectAt, sent: Sent, signal: AbortSignal): Promise<void> {
    if (await this.#isStored(at, sent, signal)) return
    await this.#client.send(new DeleteObjectCommand(at)).catch(() => {})
    throw new StorageFailure('damagedCopy')
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

  /** Reads an object into a file, and continues after an interruption. */
  async get(name: string, file: string, signal: AbortSignal): Promise<void> {
    const at = this.#at(name)
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
      if (position === before) throw new StorageFailure('away', 'The download ended early.')
    }
  }

  async remove(name: string): Promise<void> {
    await this.#once((options) => this.#client.send(new DeleteObjectCommand(this.#at(name)), options))
  }

  /** Ends unfinished uploads of such names that began before this time. */
  async removePartial(isOurs: (name: string) => boolean, beginning: string, before?: Date): Promise<void> {
    const { bucket: Bucket, prefix } = this.#settings
    const input = { Bucket, Prefix: prefix + beginning }
    const { Uploads = [] } = await this.#once((options) =>
      this.#client.send(new ListMultipartUploadsCommand(input), options),
    )
    for (const { Key = '', UploadId, Initiated } of Uploads)
      if (isOurs(Key.slice(prefix.length)) && !(before && Initiated && Initiated >= before))
        await this.#once((options) =>
          this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options),
        )
  }

  /** Writes, reads, lists and removes a small object. */
  async test(name: string): Promise<void> {
    const at = this.#at(name)
    const ContentMD5 = createHash('md5').update(name).digest('base64')
    await this.#once((options) =>
      this.#client.send(new PutObjectCommand({ ...at, Body: name, ContentMD5 }), options),
    )
    try {
      const { Body } = await this.#once((options) => this.#client.send(new GetObjectCommand(at), options))
      if ((await Body?.transformToString()) !== name) throw new StorageFailure('damagedCopy')
      for await (const _ of this.list(name)) break
    } finally {
      await this.#once((options) => this.#client.send(new DeleteObjectCommand(at), options))
    }
  }

  /** An address from which the object can be read for so many seconds without a key. */
  link(name: string, seconds: number): Promise<string> {
    return getSignedUrl(this.#client, new GetObjectCommand(this.#at(name)), { expiresIn: seconds })
  }

  close(): void {
    this.#client.destroy()
  }

  #at(name: string): ObjectAt {
    return { Bucket: this.#settings.bucket, Key: this.#settings.prefix + name }
  }

  /** Tried again at once where a connection was lost: a person waits. */
  async #once<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), this.#answerMs)
      try {
        return await send({ abortSignal: late.signal })
      } catch (error) {
        if (late.signal.aborted) throw new StorageFailure('away', `no answer within ${this.#answerMs} ms`)
        const failure = s3Failure(error)
        if (failure.reason !== 'away' || tries === briefTries) throw failure
        await pause(firstWaitMs)
      } finally {
        clearTimeout(timer)
      }
    }
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

const openAgents = () => ({
  httpAgent: new http.Agent({ keepAlive: true }),
  httpsAgent: new https.Agent({ keepAlive: true }),
})

const isPastEnd = (error: unknown) =>
  error instanceof StorageFailure && error.detail.startsWith('InvalidRange')

interface ObjectAt {
  Bucket: string
  Key: string
}
interface Upload extends ObjectAt {
  UploadId: string | undefined
}
interface Sent {
  size: number
  /** Of the whole file, in hex. */
  sha256: string
  /** The checksum that S3 reports for such an object. */
  eTag: string
}
interface SentParts extends Sent {
  parts: { PartNumber: number; ETag: string | undefined }[]
}
