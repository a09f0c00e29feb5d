import type { RecordedAction } from '@fleetdeck/contract/recordings'

/**
 * A recording as a file that only grows, so that truncation loses only the end.
 *
 * Eight bytes `FDREC`, 0, 0, 1 (the version); then records, all numbers big-endian:
 *
 * | byte | content                       |
 * | ---- | ----------------------------- |
 * | 0–3  | length of the content         |
 * | 4    | kind, below                   |
 * | 5–8  | ms since the recording began  |
 * | 9…   | content                       |
 *
 * An incomplete record is the end of the file: writing was interrupted there.
 */
export const fileMark = Buffer.from([0x46, 0x44, 0x52, 0x45, 0x43, 0, 0, 1])
export const recordHeadBytes = 9

/** picture: as the phone sent it (screen-frame.ts); the others are JSON of the types below. */
export const recordKind = { picture: 1, input: 2, line: 3, online: 4 } as const
const kinds: readonly number[] = Object.values(recordKind)

/** More than a phone may send in one frame. */
const longestContent = 8 * 1024 * 1024

export interface InputRecord {
  name: string
  frame: RecordedAction
}
export interface LineRecord {
  level: string
  msg: string
}
export interface OnlineRecord {
  isOnline: boolean
}

export interface RecordHead {
  kind: number
  at: number
  length: number
}

/** A record in its file format. */
export function encodeRecord(kind: number, at: number, content: Uint8Array): Buffer {
  const record = Buffer.allocUnsafe(recordHeadBytes + content.byteLength)
  record.writeUInt32BE(content.byteLength, 0)
  record.writeUInt8(kind, 4)
  record.writeUInt32BE(Math.max(0, Math.round(at)), 5)
  record.set(content, recordHeadBytes)
  return record
}

/** Undefined for an invalid head, such as the zeros that a power failure leaves. */
export function decodeHead(bytes: Buffer, offset = 0): RecordHead | undefined {
  if (bytes.byteLength - offset < recordHeadBytes) return undefined
  const length = bytes.readUInt32BE(offset)
  const kind = bytes.readUInt8(offset + 4)
  if (!kinds.includes(kind) || length === 0 || length > longestContent) return undefined
  return { kind, length, at: bytes.readUInt32BE(offset + 5) }
}
