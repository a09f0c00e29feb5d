import { open } from 'node:fs/promises'
import { type Entry, fromBufferPromise, openPromise, parseExtraFields, type ZipFile } from 'yauzl'

export type ArchiveEntry = Entry

/** It is no zip archive, or one that programs would read differently. */
export class InvalidArchive extends Error {}

const localSignature = Buffer.from('504b0304', 'hex')
const endSignature = Buffer.from('504b0506', 'hex')
const locatorSignature = 0x07064b50
const [endBytes, locatorBytes, end64Bytes, maxComment] = [22, 20, 56, 65_535]
/** The value in a field whose number is in a 64-bit field elsewhere. */
const elsewhere16 = 0xffff
const elsewhere32 = 0xffff_ffff
const zip64Field = 1
const hasDescriptor = 0x8
const isEncrypted = 0x1

/** A zip archive (APPNOTE.TXT of PKWARE) in a file or in memory. */
export class Archive {
  readonly #zip: ZipFile
  readonly #source: string | Buffer
  readonly #directoryStart: number

  private constructor(zip: ZipFile, source: string | Buffer) {
    this.#zip = zip
    this.#source = source
    this.#directoryStart = Number(zip.readEntryCursor)
  }

  static async open(source: string | Buffer): Promise<Archive> {
    const options = { autoClose: false }
    const zip = await valid(
      typeof source === 'string' ? openPromise(source, options) : fromBufferPromise(source, options),
    )
    return new Archive(zip, source)
  }

  close(): void {
    this.#zip.close()
  }

  get entryCount(): number {
    return this.#zip.entryCount
  }

  /** As the directory lists them; only once. */
  async *entries(): AsyncGenerator<ArchiveEntry> {
    const listed = this.#zip.eachEntry()
    for (;;) {
      const next = await valid(listed.next())
      if (next.done) return
      yield next.value
    }
  }

  async allEntries(): Promise<ArchiveEntry[]> {
    const entries: ArchiveEntry[] = []
    for await (const entry of this.entries()) entries.push(entry)
    return entries
  }

  /** The unpacked content; throws when it is not exactly as long as the directory says. */
  async *read(entry: ArchiveEntry): AsyncGenerator<Buffer> {
    const content = await valid(this.#zip.openReadStreamPromise(entry))
    try {
      for await (const chunk of content) yield chunk as Buffer
    } catch (error) {
      throw asInvalid(error)
    }
  }

  /**
   * Rejects unless every program would unpack the same from these entries: the headers before their contents say what
   * the directory says, and no two overlap. Call it after the directory was read to its end.
   * @param isWhole `entries` are all that the directory lists; then content that it omits is refused, too
   */
  async checkEntries(entries: ArchiveEntry[], { isWhole }: { isWhole: boolean }): Promise<void> {
    await this.#checkEnd()
    const names = new Set(entries.map(({ fileNameRaw }) => fileNameRaw.toString('latin1')))
    if (names.size < entries.length) throw new InvalidArchive('two entries have the same name')
    let free = 0
    const leaveFree = async (end: number) => {
      if (isWhole && (await this.#bytes(free, end)).includes(localSignature))
        throw new InvalidArchive('the directory omits an entry')
    }
    for (const entry of entries.toSorted(
      (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
    )) {
      if (entry.relativeOffsetOfLocalHeader < free) throw new InvalidArchive('entries overlap')
      await leaveFree(entry.relativeOffsetOfLocalHeader)
      free = await this.#checkHeader(entry)
    }
    if (free > this.#directoryStart) throw new InvalidArchive('an entry reaches into the directory')
    await leaveFree(this.#directoryStart)
  }

  /** @returns where its content ends */
  async #checkHeader(entry: ArchiveEntry): Promise<number> {
    const header = await valid(this.#zip.readLocalFileHeaderPromise(entry))
    const { compressionMethod, generalPurposeBitFlag, fileName } = header
    const isFilledLater = (generalPurposeBitFlag & hasDescriptor) !== 0
    const agrees = (said: number, listed: number) => said === listed || (isFilledLater && said === 0)
    const { packed, unpacked } = localSizes(header)
    if (
      !entry.canDecodeFileData() ||
      compressionMethod !== entry.compressionMethod ||
      ((generalPurposeBitFlag ^ entry.generalPurposeBitFlag) & isEncrypted) !== 0 ||
      !fileName.equals(entry.fileNameRaw) ||
      !agrees(packed, entry.compressedSize) ||
      !agrees(unpacked, entry.uncompressedSize)
    )
      throw new InvalidArchive(`the header of ${entry.fileName} contradicts the directory`)
    return header.fileDataStart + entry.compressedSize
  }

  /** The directory is followed by one end record that describes it, in either form. */
  async #checkEnd(): Promise<void> {
    const start = this.#directoryStart
    const directoryEnd = Number(this.#zip.readEntryCursor)
    const { fileSize, entryCount } = this.#zip
    if (fileSize - directoryEnd > end64Bytes + locatorBytes + endBytes + maxComment)
      throw new InvalidArchive('the directory is not at the end')
    const tail = await this.#bytes(directoryEnd, fileSize)
    const at = tail.indexOf(endSignature)
    const is64 = at === end64Bytes + locatorBytes
    if (at !== tail.lastIndexOf(endSignature) || !(at === 0 || is64))
      throw new InvalidArchive('there is more than one end record')
    if (
      is64 &&
      (tail.readUInt32LE(end64Bytes) !== locatorSignature ||
        readUInt64(tail, end64Bytes + 8) !== directoryEnd)
    )
      throw new InvalidArchive('the zip64 end record does not follow the directory')
    const same = (said: number, actual: number, marker: number) =>
      said === actual || (is64 && said === marker)
    const isSame =
      same(tail.readUInt16LE(at + 8), entryCount, elsewhere16) &&
      same(tail.readUInt16LE(at + 10), entryCount, elsewhere16) &&
      same(tail.readUInt32LE(at + 12), directoryEnd - start, elsewhere32) &&
      same(tail.readUInt32LE(at + 16), start, elsewhere32) &&
      (!is64 || (readUInt64(tail, 24) === entryCount && readUInt64(tail, 40) === directoryEnd - start))
    if (!isSame) throw new InvalidArchive('the end records contradict the directory')
  }

  async #bytes(start: number, end: number): Promise<Buffer> {
    if (typeof this.#source !== 'string') return this.#source.subarray(start, end)
    const file = await open(this.#source)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
}

interface LocalHeader {
  compressedSize: number
  uncompressedSize: number
  extraField: Buffer
}

/** Sizes that do not fit into 32 bits are in the extra field for zip64, the unpacked one first. */
function localSizes({ compressedSize, uncompressedSize, extraField }: LocalHeader) {
  const wide = fieldsOf(extraField).find(({ id }) => id === zip64Field)?.data
  let at = 0
  const next = (size: number) => {
    if (size !== elsewhere32 || !wide || wide.length < at + 8) return size
    at += 8
    return readUInt64(wide, at - 8)
  }
  const unpacked = next(uncompressedSize)
  return { unpacked, packed: next(compressedSize) }
}

function fieldsOf(extraField: Buffer) {
  try {
    return parseExtraFields(extraField)
  } catch (error) {
    throw asInvalid(error)
  }
}

const readUInt64 = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at))

/** Errors of the library and of zlib mean the archive; only the file system names its calls. */
const asInvalid = (error: unknown) =>
  error instanceof Error && !('syscall' in error) ? new InvalidArchive(error.message) : error

const valid = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw asInvalid(error)
  })
