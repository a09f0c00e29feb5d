import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { type LogLine, maxLogLines } from '@fleetdeck/contract/log-socket'

/** Lines that are packed together, once they are so many or so long; logs repeat themselves. */
const packLines = 64
const packBytes = 32 * 1024
/** Overhead of a line besides its text, and of a pack. */
const bytesPerLine = 80
const bytesPerPack = 200
/** A window and tables for texts of a few KB; the usual ones take 256 KB for each pack. */
const compression = { windowBits: 13, memLevel: 5 } as const

interface Pack {
  lines: number
  content: Buffer
}

interface Kept {
  /** Oldest first. */
  packs: Pack[]
  /** The newest lines. */
  open: LogLine[]
  openBytes: number
  lines: number
}

/**
 * The last lines of each phone, in a few bytes each. When they exceed the total limit, the phones without new lines for
 * longest lose the older half of their packs.
 */
export class LogBuffer {
  // Ordered by the last line written.
  readonly #byDevice = new Map<DeviceId, Kept>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(deviceId: DeviceId, line: LogLine): void {
    const kept = this.#byDevice.get(deviceId) ?? { packs: [], open: [], openBytes: 0, lines: 0 }
    this.#byDevice.delete(deviceId)
    this.#byDevice.set(deviceId, kept)
    kept.open.push(line)
    kept.lines += 1
    kept.openBytes += sizeOf(line)
    this.#bytes += sizeOf(line)
    if (kept.open.length >= packLines || kept.openBytes >= packBytes) this.#pack(kept)
    if (kept.lines - (kept.packs[0]?.lines ?? kept.lines) >= maxLogLines) this.#dropPacks(kept, 1)
    if (this.#bytes > this.#maxBytes) this.#makeRoom()
  }

  /** Oldest first. */
  of(deviceId: DeviceId): LogLine[] {
    const kept = this.#byDevice.get(deviceId)
    if (!kept) return []
    return [...kept.packs.flatMap(unpacked), ...kept.open].slice(-maxLogLines)
  }

  #pack(kept: Kept): void {
    const pack = packed(kept.open)
    kept.packs.push(pack)
    this.#bytes += pack.content.byteLength + bytesPerPack - kept.openBytes
    kept.open = []
    kept.openBytes = 0
  }

  #makeRoom(): void {
    for (const [deviceId, kept] of this.#byDevice) {
      if (kept.open.length > 0) this.#pack(kept)
      this.#dropPacks(kept, Math.ceil(kept.packs.length / 2))
      if (kept.lines === 0) this.#byDevice.delete(deviceId)
      if (this.#bytes <= this.#maxBytes) return
    }
  }

  #dropPacks(kept: Kept, count: number): void {
    for (const { lines, content } of kept.packs.splice(0, count)) {
      kept.lines -= lines
      this.#bytes -= content.byteLength + bytesPerPack
    }
  }
}

const sizeOf = (line: LogLine) => bytesPerLine + line.msg.length * 2

function packed(lines: readonly LogLine[]): Pack {
  const since = lines[0]?.time ?? 0
  const rows = lines.map(({ level, msg, time }) => [level, msg, time - since])
  const compressed = deflateRawSync(JSON.stringify([since, rows]), compression)
  // The result is a part of a larger buffer, which it would keep.
  const content = Buffer.allocUnsafeSlow(compressed.byteLength)
  compressed.copy(content)
  return { lines: lines.length, content }
}

function unpacked({ content }: Pack): LogLine[] {
  const [since, rows] = JSON.parse(inflateRawSync(content, compression).toString()) as [
    number,
    [LogLine['level'], string, number][],
  ]
  return rows.map(([level, msg, time]) => ({ level, msg, time: since + time }))
}
