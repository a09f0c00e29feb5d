import type { FakePicture } from '@fleetdeck/testing/phones/fake-scrcpy'
import { preciseNow } from '../figures.ts'

/** A NAL unit that decoders skip (SEI, user data): the sender of H.264 frames writes the time into it. */
const id = Buffer.from('f1ee7dec0000400080007069637475e5', 'hex')
const startCode = Buffer.from([0, 0, 0, 1])
const digits = 16
/** SEI, unregistered user data, and its length in bytes. */
const head = Buffer.from([6, 5, id.length + digits])

/** time: ms since 1970. As digits of its microseconds, which never look like a start code. */
function createStamp(time: number): Buffer {
  const microseconds = String(Math.round(time * 1000)).padStart(digits, '0')
  return Buffer.concat([startCode, head, id, Buffer.from(microseconds), Buffer.from([0x80])])
}

/** A frame of scrcpy with its send time. */
export const stamped = ({ bytes, kind }: FakePicture): Buffer =>
  kind === 'config' ? bytes : Buffer.concat([createStamp(preciseNow()), bytes])

/** The time in a stamped packet. */
export function readStamp(payload: Buffer): number | undefined {
  const at = payload.indexOf(id)
  if (at < 0) return undefined
  return Number(payload.toString('latin1', at + id.length, at + id.length + digits)) / 1000
}
