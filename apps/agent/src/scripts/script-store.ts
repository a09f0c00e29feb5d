import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { type FetchOptions, fetchFile } from '../download.ts'

export interface WantedScript extends Pick<FetchOptions, 'headersFor' | 'servers' | 'again'> {
  url: URL
  /** Lower-case hex. */
  md5: string
  /** Whether the file is cached for the next run. */
  isCached: boolean
}

/** Maximum number of files; the least recently used are removed. */
const maxFiles = 200
const isMd5 = /^[0-9a-f]{32}$/

/** The scripts of one phone, by MD5: each version is fetched once, however many runs request it at the same time. */
export class ScriptStore {
  readonly #folder: string
  readonly #fetching = new Map<string, Promise<string>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws WrongMd5, or why the file could not be fetched */
  async text(wanted: WantedScript): Promise<Buffer> {
    const { md5, isCached } = wanted
    if (!isMd5.test(md5)) throw new Error(`not an MD5: ${md5.slice(0, 40)}`)
    const cached = this.#filePath(md5)
    if (isCached && (await exists(cached))) {
      await utimes(cached, new Date(), new Date())
      return readFile(cached)
    }
    const running = this.#fetching.get(md5) ?? this.#fetch(wanted)
    this.#fetching.set(md5, running)
    try {
      const file = await running
      return await readFile(file)
    } finally {
      this.#fetching.delete(md5)
      if (!isCached) await this.remove(md5)
    }
  }

  async remove(md5: string): Promise<void> {
    await rm(this.#filePath(md5), { force: true })
  }

  async #fetch({ url, isCached: _, ...options }: WantedScript): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = this.#filePath(options.md5)
    try {
      await fetchFile(`${file}.part`, url, options)
      await rename(`${file}.part`, file)
    } finally {
      await rm(`${file}.part`, { force: true })
    }
    await this.#removeOldest()
    return file
  }

  async #removeOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => isMd5.test(name))
    if (names.length <= maxFiles) return
    const ages = await Promise.all(
      names.map(async (name) => ({ name, usedAt: (await stat(path.join(this.#folder, name))).mtimeMs })),
    )
    const old = ages.sort((one, other) => other.usedAt - one.usedAt).slice(maxFiles)
    await Promise.all(old.map(({ name }) => this.remove(name)))
  }

  #filePath(md5: string): string {
    return path.join(this.#folder, md5)
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )
