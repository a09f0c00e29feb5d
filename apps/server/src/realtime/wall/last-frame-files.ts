import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { DeviceId } from '@fleetdeck/contract/ids'
import { z } from 'zod'
import { throughOutages } from '../../platform/core/through-outages.ts'
import { WorkQueue } from '../../platform/core/work-queue.ts'
import type { HubLog, LastFrameStore } from '../hub-options.ts'

/** How long changes are collected before they are written. */
const saveMs = 1000
const outageMs = 60_000
const frameFile = /^(\d+)\.frame$/
const partFile = /\.part$/
/** How many files the log names. */
const namedFiles = 3

/** The first line of a file; the frame follows. */
const Header = z.object({ identity: z.string(), until: z.number(), crc: z.number() })

export interface LastFrame {
  frame: Uint8Array
  /** Until when the phone showed it, ms since 1970. */
  until: number
}

export interface StoredFrame extends LastFrame {
  /** That of the device when it showed the frame; missing until it is written. */
  identity?: string
}

/** The frames that a server keeps in its data folder over a restart: one file for each device. */
export class LastFrameFiles {
  readonly #store: LastFrameStore
  readonly #log: HubLog
  readonly #get: (id: DeviceId) => StoredFrame | undefined
  readonly #queue: WorkQueue
  readonly #stop = new AbortController()
  #changed = new Set<DeviceId>()
  #timer: NodeJS.Timeout | undefined
  #isToRecheck = false

  /** @param get the frame to write; without one the file is removed */
  constructor(store: LastFrameStore, log: HubLog, get: (id: DeviceId) => StoredFrame | undefined) {
    this.#store = store
    this.#log = log
    this.#get = get
    this.#queue = new WorkQueue(log, 'could not keep the last frames of phones')
  }

  /** Calls back with the newest frames, up to so many bytes, of devices that are still the same; the oldest first. */
  load(maxBytes: number, take: (frames: (StoredFrame & { id: DeviceId })[]) => void): void {
    this.#queue.add(async () => take(await this.#read(maxBytes)))
  }

  /** The file is written, or removed, soon. */
  changed(id: DeviceId): void {
    this.#changed.add(id)
    if (this.#stop.signal.aborted) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#queue.add(() => this.#save())
    }, saveMs)
  }

  /** Calls back with those of these devices that are not what they were. */
  recheck(ids: () => DeviceId[], take: (changed: DeviceId[]) => void): void {
    if (this.#isToRecheck) return
    this.#isToRecheck = true
    this.#queue.add(async () => {
      this.#isToRecheck = false
      await this.#save()
      const written = ids().filter((id) => this.#get(id)?.identity !== undefined)
      const now = await this.#identities(written)
      take(written.filter((id) => this.#get(id)?.identity !== now.get(id)))
    })
  }

  /** By device; those that do not exist any more are missing. */
  #identities(ids: DeviceId[]): Promise<Map<DeviceId, string>> {
    const { signal } = this.#stop
    return throughOutages(() => this.#store.identities(ids), { forMs: outageMs, signal })
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stop.abort()
    await this.#queue.run(() => this.#save())
  }

  #file(id: DeviceId): string {
    return path.join(this.#store.folder, `${id}.frame`)
  }

  async #read(maxBytes: number) {
    const ids = await this.#chooseNewest(maxBytes)
    const found = []
    const damaged = []
    for (const id of ids) {
      const stored = parse(await readFile(this.#file(id)))
      if (stored) found.push({ id, ...stored })
      else damaged.push(id)
    }
    this.#ignored('damaged', damaged.map(String))
    const now = await this.#identities(found.map(({ id }) => id))
    const same = found.filter(({ id, identity }) => now.get(id) === identity)
    const kept = new Set(same.map(({ id }) => id))
    for (const id of ids) if (!kept.has(id)) this.changed(id)
    return same.toSorted((one, other) => one.until - other.until)
  }

  /** Removes the files beyond the limit. */
  async #chooseNewest(maxBytes: number): Promise<DeviceId[]> {
    const { folder } = this.#store
    const names = await readdir(folder).catch(() => [])
    const foreign = names.filter((name) => !frameFile.test(name) && !partFile.test(name))
    this.#ignored('foreign', foreign)
    const parts = names.filter((name) => partFile.test(name))
    for (const name of parts) await rm(path.join(folder, name), { force: true })
    const files = []
    for (const name of names) {
      const id = DeviceId.safeParse(Number(frameFile.exec(name)?.[1]))
      if (id.success) files.push({ id: id.data, ...(await sizeAndTime(path.join(folder, name))) })
    }
    const chosen = []
    let bytes = 0
    for (const { id, size } of files.toSorted((one, other) => other.mtimeMs - one.mtimeMs)) {
      bytes += size
      if (bytes <= maxBytes) chosen.push(id)
      else this.changed(id)
    }
    return chosen
  }

  #ignored(what: 'damaged' | 'foreign', names: string[]): void {
    if (names.length === 0) return
    const info = { folder: this.#store.folder, count: names.length, files: names.slice(0, namedFiles) }
    this.#log.warn(info, `ignored ${what} files of last frames`)
  }

  async #save(): Promise<void> {
    const ids = [...this.#changed]
    if (ids.length === 0) return
    this.#changed = new Set()
    const now = await this.#identities(ids.filter((id) => this.#get(id)))
    if (now.size > 0) await this.#makeFolder()
    for (const id of ids) {
      const stored = this.#get(id)
      const identity = now.get(id)
      if (stored && identity !== undefined) await this.#write(id, Object.assign(stored, { identity }))
      else await rm(this.#file(id), { force: true })
    }
  }

  /** Never the data folder itself, which may have been removed. */
  async #makeFolder(): Promise<void> {
    await mkdir(this.#store.folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  /** Another server may share the folder: it never reads half of a file. */
  async #write(id: DeviceId, { frame, ...facts }: Required<StoredFrame>): Promise<void> {
    const header = JSON.stringify({ ...facts, crc: crc32(frame) } satisfies z.output<typeof Header>)
    const part = `${this.#file(id)}.${process.pid}.part`
    await writeFile(part, Buffer.concat([Buffer.from(`${header}\n`), frame]), { mode: 0o600 })
    await rename(part, this.#file(id))
  }
}

async function sizeAndTime(file: string): Promise<{ size: number; mtimeMs: number }> {
  const { size, mtimeMs } = await stat(file)
  return { size, mtimeMs }
}

function parse(content: Buffer): StoredFrame | undefined {
  const end = content.indexOf('\n')
  const frame = content.subarray(end + 1)
  try {
    const { crc, ...header } = Header.parse(JSON.parse(content.toString('utf8', 0, Math.max(0, end))))
    return crc === crc32(frame) ? { ...header, frame } : undefined
  } catch {
    return undefined
  }
}
