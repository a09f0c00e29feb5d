import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { type LogLine, maxLogLines } from '@fleetdeck/contract/log-socket'

/** Lines that are packed together, once they are so many or so long. */
const packLines = 8
const packBytes = 32 * 1024
/** So many packs of one size are packed into one, as logs repeat themselves, up to a limit of lines and text. */
const mergedPacks = 4
const maxPackLines = 128
const maxPackBytes = 64 * 1024
/** Overhead of a line in addition to its text, and of a pack. */
const bytesPerLine = 80
const bytesPerPack = 300
/** A window and tables for texts of a few KB; the usual ones take 256 KB for each pack. */
const compression = { windowBits: 13, memLevel: 5 } as const

interface Pack {
  lines: number
  /** Bytes of its text. */
  text: number
  content: Buffer
}

interface Kept {
  /** Oldest first. */
  packs: Pack[]
  /** The newest lines. */
  open: LogLine[]
  openBytes: number
  lines: number
  /** Time of the newest line. */
  lastTime: number
}

/**
 * The last lines of each phone, in a few bytes each. When they exceed the total limit, the phones without new lines for
 * longest lose the older half of theirs.
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
    const kept = this.#byDevice.get(deviceId) ?? { packs: [], open: [], openBytes: 0, lines: 0, lastTime: 0 }
    this.#byDevice.delete(deviceId)
    this.#byDevice.set(deviceId, kept)
    kept.open.push(line)
    kept.lines += 1
    kept.lastTime = line.time
    kept.openBytes += sizeOf(line)
    this.#bytes += sizeOf(line)
    if (kept.open.length >= packLines || kept.openBytes >= packBytes) this.#pack(kept)
    if (kept.lines - (kept.packs[0]?.lines ?? kept.lines) >= maxLogLines) this.#dropOldestPack(kept)
    if (this.#bytes > this.#maxBytes) this.#makeRoom()
  }

  /** Whether the phone has sent a line of this time or of a later one: lines arrive in their order. */
  hasLater(deviceId: DeviceId, { time }: LogLine): boolean {
    return (this.#byDevice.get(deviceId)?.lastTime ?? 0) >= time
  }

  /** Oldest first. */
  of(deviceId: DeviceId): LogLine[] {
    const kept = this.#byDevice.get(deviceId)
    if (!kept) return []
    return [...kept.packs.flatMap(unpacked), ...kept.open].slice(-maxLogLines)
  }

  #pack(kept: Kept): void {
    this.#bytes -= kept.openBytes
    this.#append(kept, packed(kept.open))
    kept.open = []
    kept.openBytes = 0
    for (let last = mergeable(kept.packs); last.length; last = mergeable(kept.packs)) {
      kept.packs.splice(-last.length)
      for (const pack of last) this.#bytes -= sizeOfPack(pack)
      this.#append(kept, packed(last.flatMap(unpacked)))
    }
  }

  #append(kept: Kept, pack: Pack): void {
    kept.packs.push(pack)
    this.#bytes += sizeOfPack(pack)
  }

  #makeRoom(): void {
    for (const [deviceId, kept] of this.#byDevice) {
      if (kept.open.length > 0) this.#pack(kept)
      this.#dropOlderHalf(kept)
      if (kept.lines === 0) this.#byDevice.delete(deviceId)
      if (this.#bytes <= this.#maxBytes) return
    }
  }

  #dropOlderHalf(kept: Kept): void {
    let older = Math.ceil(kept.lines / 2)
    let [oldest] = kept.packs
    while (oldest && oldest.lines <= older) {
      older -= oldest.lines
      this.#dropOldestPack(kept)
      oldest = kept.packs[0]
    }
    if (!oldest || older === 0) return
    this.#dropOldestPack(kept)
    const rest = packed(unpacked(oldest).slice(older))
    kept.packs.unshift(rest)
    kept.lines += rest.lines
    this.#bytes += sizeOfPack(rest)
  }

  #dropOldestPack(kept: Kept): void {
    const pack = kept.packs.shift()
    if (!pack) return
    kept.lines -= pack.lines
    this.#bytes -= sizeOfPack(pack)
  }
}

const sizeOf = (line: LogLine) => bytesPerLine + (line.msg.length + (line.runId?.length ?? 0)) * 2
const sizeOfPack = ({ content }: Pack) => bytesPerPack + content.byteLength

/** The newest packs that become one, or none. */
function mergeable(packs: readonly Pack[]): Pack[] {
  const last = packs.slice(-mergedPacks)
  const sum = (size: (pack: Pack) => number) => last.reduce((total, pack) => total + size(pack), 0)
  const isOneSize = last.length === mergedPacks && last.every(({ lines }) => lines === last[0]?.lines)
  return isOneSize && sum(({ lines }) => lines) <= maxPackLines && sum(({ text }) => text) <= maxPackBytes
    ? last
    : []
}

/**
 * Lines of a phone repeat each other: each text is written once, and times as what has passed since the line before.
 */
type Packed = [
  texts: [LogLine['level'], string, runId?: string][],
  lines: number[],
  since: number,
  passed: number[],
]

function packed(lines: readonly LogLine[]): Pack {
  const texts = new Map<string, number>()
  const places = lines.map(({ level, msg, runId }) => {
    const text = JSON.stringify(runId === undefined ? [level, msg] : [level, msg, runId])
    const place = texts.get(text) ?? texts.size
    texts.set(text, place)
    return place
  })
  const since = lines[0]?.time ?? 0
  const passed = lines.map(({ time }, line) => time - (lines[line - 1]?.time ?? since))
  const numbers = JSON.stringify([places, since, passed]).slice(1)
  const text = Buffer.from(`[[${[...texts.keys()].join()}],${numbers}`)
  const compressed = deflateRawSync(text, compression)
  // The result is a part of a larger buffer, which it would keep.
  const content = Buffer.allocUnsafeSlow(compressed.byteLength)
  compressed.copy(content)
  return { lines: lines.length, text: text.byteLength, content }
}

function unpacked({ content }: Pack): LogLine[] {
  const [texts, places, since, passed] = JSON.parse(inflateRawSync(content, compression).toString()) as Packed
  let time = since
  return places.map((place, line) => {
    const [level, msg, runId] = texts[place] as Packed[0][number]
    time += passed[line] as number
    return { level, msg, time, ...(runId !== undefined && { runId }) }
  })
}
