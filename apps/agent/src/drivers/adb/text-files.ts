import { ReadableStream } from 'node:stream/web'
import type { AdbSync, AdbSyncEntry, AdbSyncWriteOptions } from '@yume-chan/adb'
import {
  fullPath,
  maxListedFiles,
  maxTextFileBytes,
  type PhoneFile,
  type PhoneFiles,
} from '../phone-parts.ts'
import { type AdbShell, eachChunk, quoted } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const syncMs = 60_000
const kind = { mask: 0o170000, folder: 0o040000, file: 0o100000, link: 0o120000 } as const

const isSelf = (name: string): boolean => name === '.' || name === '..'

function toFile({ name, mode, size, mtime }: AdbSyncEntry): PhoneFile {
  const isFolder = (mode & kind.mask) === kind.folder
  return { name, isFolder, size: isFolder ? 0 : Number(size), time: Number(mtime) * 1000 }
}

/** Files of a real phone, by adb's sync service: the same on every version of Android. */
export class AdbFiles implements PhoneFiles {
  readonly #shell: AdbShell
  readonly #texts: AdbTexts

  constructor(shell: AdbShell, texts: AdbTexts) {
    this.#shell = shell
    this.#texts = texts
  }

  list(folder: string): Promise<PhoneFile[]> {
    const path = fullPath(folder)
    return this.#sync(async (sync) => {
      if ((await this.#kindOf(sync, path)) !== kind.folder) throw this.#missing(this.#texts.noFolder, path)
      const files: PhoneFile[] = []
      for await (const entry of sync.opendir(path.endsWith('/') ? path : `${path}/`)) {
        if (files.length >= maxListedFiles) throw this.#tooMany(path)
        if (!isSelf(entry.name)) files.push(toFile(entry))
      }
      return files.sort((one, other) => (one.name < other.name ? -1 : 1))
    })
  }

  read(path: string): Promise<string> {
    const place = fullPath(path)
    return this.#sync(async (sync) => {
      await this.#requireFile(sync, place)
      const chunks: Uint8Array[] = []
      let bytes = 0
      await eachChunk(sync.read(place), (chunk) => {
        bytes += chunk.byteLength
        if (bytes > maxTextFileBytes) throw this.#missing(this.#texts.textTooLarge, place)
        chunks.push(chunk)
      })
      return Buffer.concat(chunks).toString('utf8')
    })
  }

  async write(path: string, text: string): Promise<void> {
    const filename = fullPath(path)
    const bytes = Buffer.from(text)
    if (bytes.length > maxTextFileBytes) throw this.#missing(this.#texts.textTooLarge, filename)
    return this.#sync(async (sync) => {
      const file = ReadableStream.from([new Uint8Array(bytes)]) as AdbSyncWriteOptions['file']
      await sync.write({ filename, file, permission: 0o644 })
    })
  }

  async remove(path: string): Promise<void> {
    const place = fullPath(path)
    await this.#sync((sync) => this.#requireFile(sync, place))
    await this.#shell.text(`rm -f ${quoted(place)}`)
  }

  exists(path: string): Promise<boolean> {
    return this.#sync(async (sync) => (await this.#kindOf(sync, fullPath(path))) !== undefined)
  }

  async scanMedia(path: string): Promise<void> {
    const place = fullPath(path)
    await this.#sync((sync) => this.#requireFile(sync, place))
    const url = `file://${place.split('/').map(encodeURIComponent).join('/')}`
    await this.#shell.text(`am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d ${quoted(url)}`)
  }

  #sync<T>(work: (sync: AdbSync) => Promise<T>): Promise<T> {
    return this.#shell.within(syncMs, async () => {
      const sync = await this.#shell.adb.sync()
      try {
        return await work(sync)
      } finally {
        await sync.dispose()
      }
    })
  }

  async #requireFile(sync: AdbSync, path: string): Promise<void> {
    if ((await this.#kindOf(sync, path)) !== kind.file) throw this.#missing(this.#texts.noFile, path)
  }

  /** Of the file that a link refers to; /sdcard is a link. Undefined for a missing file. */
  async #kindOf(sync: AdbSync, path: string): Promise<number | undefined> {
    const find = (at: string) => sync.lstat(at).catch(() => undefined)
    const found = await find(path)
    this.#shell.signal.throwIfAborted()
    const own = found && found.mode & kind.mask
    if (own !== kind.link) return own || undefined
    const followed = (await sync.isDirectory(path)) ? kind.folder : kind.file
    this.#shell.signal.throwIfAborted()
    return followed
  }

  #tooMany(path: string): Error {
    return this.#missing(this.#texts.tooManyFiles.replace('{1}', String(maxListedFiles)), path)
  }

  #missing(text: string, path: string): Error {
    return new Error(text.replace('{0}', () => path.slice(0, 300)))
  }
}
