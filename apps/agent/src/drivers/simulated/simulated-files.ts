import {
  fullPath,
  maxListedFiles,
  maxTextFileBytes,
  type PhoneFile,
  type PhoneFiles,
} from '../phone-parts.ts'
import type { StoredFile } from './phone-state.ts'
import { named, type PhoneStore } from './phone-store.ts'

const folders = ['/sdcard', '/sdcard/Download', '/sdcard/DCIM', '/sdcard/Pictures']
const mostBytes = 4 * 1024 * 1024
const mostFiles = maxListedFiles

/** Small text files of a simulated phone, in memory. */
export class SimulatedFiles implements PhoneFiles {
  readonly #phone: PhoneStore

  constructor(phone: PhoneStore) {
    this.#phone = phone
  }

  async list(folder: string): Promise<PhoneFile[]> {
    const path = clean(folder)
    const below = new Map<string, PhoneFile>()
    for (const name of [...folders, ...Object.keys(this.#files)]) {
      if (!name.startsWith(`${path}/`)) continue
      const [first = '', ...rest] = name.slice(path.length + 1).split('/')
      const file = rest.length > 0 ? undefined : this.#files[name]
      below.set(first, { name: first, isFolder: !file, size: file?.size ?? 0, time: file?.time ?? 0 })
    }
    if (below.size === 0 && !folders.includes(path)) throw named(this.#phone.texts.noFolder, path)
    return [...below.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  textOf(path: string): string | undefined {
    return this.#require(path).text
  }

  async read(path: string): Promise<string> {
    const text = this.textOf(path)
    if (text === undefined) throw named(this.#phone.texts.textTooLarge, path)
    return text
  }

  async write(path: string, text: string): Promise<void> {
    const size = Buffer.byteLength(text)
    if (size > maxTextFileBytes) throw named(this.#phone.texts.textTooLarge, path)
    this.put(path, { text, size })
  }

  /** A file that is too large to be kept has a size, but no text. */
  put(path: string, { text, size }: Pick<StoredFile, 'text' | 'size'>): void {
    const place = clean(path)
    const { [place]: _before, ...others } = this.#files
    const kept = Object.values(others).reduce((sum, file) => sum + (file.text ? file.size : 0), 0)
    if (Object.keys(others).length >= mostFiles || (text && kept + size > mostBytes))
      throw named(this.#phone.texts.storageFull, place)
    this.#set({ ...others, [place]: { text, size, time: this.#phone.now() } })
  }

  async remove(path: string): Promise<void> {
    this.#require(path)
    const { [clean(path)]: _removed, ...others } = this.#files
    this.#set(others)
  }

  async exists(path: string): Promise<boolean> {
    const place = clean(path)
    return (
      folders.includes(place) ||
      Object.keys(this.#files).some((name) => name === place || name.startsWith(`${place}/`))
    )
  }

  async scanMedia(path: string): Promise<void> {
    this.#require(path)
  }

  get #files() {
    return this.#phone.state.files
  }

  #set(files: Readonly<Record<string, StoredFile>>): void {
    this.#phone.state = { ...this.#phone.state, files }
  }

  #require(path: string): StoredFile {
    const place = clean(path)
    const file = Object.hasOwn(this.#files, place) ? this.#files[place] : undefined
    if (!file) throw named(this.#phone.texts.noFile, place)
    return file
  }
}

const clean = (path: string): string => fullPath(path).replace(/\/+$/, '') || '/'
