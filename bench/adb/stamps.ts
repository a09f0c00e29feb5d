import type { FakePicture } from '@fleetdeck/testing/phones/fake-scrcpy'

/** A NAL unit that decoders skip (SEI, user data): the sender of H.264 frames writes the time into it. */
const id = Buffer.from('f1ee7dec0000400080007069637475e5', 'hex')
const startCode = Buffer.from([0, 0, 0, 1])
/** SEI, unregistered user data, and its length in bytes. */
const head = Buffer.from([6, 5, id.length + 13])

/** time: ms since 1970. As digits, which never look like a start code. */
const createStamp = (time: number): Buffer =>
  Buffer.concat([startCode, head, id, Buffer.from(String(time).padStart(13, '0')), Buffer.from([0x80])])

/** A frame of scrcpy with its send time. */
export const stamped = ({ bytes, kind }: FakePicture): Buffer =>
  kind === 'config' ? bytes : Buffer.concat([createStamp(Date.now()), bytes])

/** The time in a stamped packet. */
export function readStamp(payload: Buffer): number | undefined {
  const at = payload.indexOf(id)
  if (at < 0) return undefined
  return Number(payload.toString('latin1', at + id.length, at + id.length + 13))
}
