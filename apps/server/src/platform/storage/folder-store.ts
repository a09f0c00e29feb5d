import {
  copyFile,
  cp,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Area, ObjectStore, Part, StoredObject } from './object-store.ts'
import { StorageFailure } from './storage-failure.ts'
import { markName, markText, parseMark, type StoreMark } from './store-mark.ts'

/** A folder: of this machine for a single server, or of a network that all servers reach. */
export class FolderStore implements ObjectStore {
  readonly isFolder = true
  readonly address: string
  readonly workFolder: string

  constructor(folder: string) {
    this.address = folder
    this.workFolder = folder
  }

  async take(file: string, area: Area, fileName: string): Promise<void> {
    const target = this.#path(area, fileName)
    if (file === target) return
    await this.#makeFolder(path.dirname(target))
    await rename(file, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error
      await copyFile(file, `${target}.part`)
      await rename(`${target}.part`, target)
      await rm(file, { force: true })
    })
  }

  async open(area: Area, fileName: string, part?: Part): Promise<Readable | undefined> {
    const handle = await open(this.#path(area, fileName)).catch(undefinedIfMissing)
    return handle?.createReadStream(part)
  }

  async find(area: Area, fileName: string): Promise<StoredObject | undefined> {
    const info = await stat(this.#path(area, fileName)).catch(undefinedIfMissing)
    return info?.isFile() ? { fileName, size: info.size, modifiedAt: info.mtime } : undefined
  }

  async *list(area: Area): AsyncGenerator<StoredObject> {
    for (const name of await namesIn(this.#folder(area))) {
      const found = name.endsWith('.part') || name.startsWith('.') ? undefined : await this.find(area, name)
      if (found) yield found
    }
  }

  remove(area: Area, fileName: string): Promise<void> {
    return rm(this.#path(area, fileName), { force: true })
  }

  /** A hard link is as good as a copy: files never change. */
  async fetch(area: Area, fileName: string, file: string): Promise<void> {
    const source = this.#path(area, fileName)
    await link(source, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new StorageFailure('noFile', source)
      await copyFile(source, file)
    })
  }

  replace(area: Area, folder: string): Promise<void> {
    return swapped(folder, this.#folder(area))
  }

  /** Unfinished files are in the work folder, whose users remove them. */
  async removePartial(): Promise<void> {}

  async link(): Promise<undefined> {}

  async test(): Promise<void> {
    await this.#makeFolder(this.address)
  }

  async readMark(): Promise<StoreMark | undefined> {
    const text = await readFile(path.join(this.address, markName), 'utf8').catch(undefinedIfMissing)
    return parseMark(text ?? '')
  }

  async writeMark(mark: StoreMark): Promise<void> {
    await this.#makeFolder(this.address)
    const file = path.join(this.address, markName)
    await writeFile(`${file}.part`, markText(mark), { mode: 0o600, flush: true })
    await rename(`${file}.part`, file)
  }

  close(): void {}

  #folder(area: Area): string {
    return path.join(this.address, area)
  }

  /** Names come from our own tables, and still cannot leave the folder. */
  #path(area: Area, fileName: string): string {
    return path.join(this.#folder(area), path.basename(fileName))
  }

  async #makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
}

export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** The old folder stays until the new one is in place and the accompanying work has succeeded; else it is restored. */
export async function swapped(fresh: string, place: string, meanwhile = async () => {}): Promise<void> {
  const old = `${place}.replaced`
  await rm(old, { recursive: true, force: true })
  const isThere = await readdir(place).then(
    () => true,
    () => false,
  )
  if (isThere) await rename(place, old)
  try {
    await moved(fresh, place)
    await meanwhile()
  } catch (error) {
    await rm(place, { recursive: true, force: true })
    if (isThere) await rename(old, place)
    throw error
  }
  await rm(old, { recursive: true, force: true })
}

const moved = (from: string, to: string) =>
  rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error
    await cp(from, to, { recursive: true })
  })
