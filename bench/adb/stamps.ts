/** A NAL unit that decoders skip (SEI, user data): who sends pictures of H.264 writes the time into it. */
const id = Buffer.from('f1ee7dec0000400080007069637475e5', 'hex')
const startCode = Buffer.from([0, 0, 0, 1])
/** SEI, user data without a registration, and so many bytes of it. */
const head = Buffer.from([6, 5, id.length + 13])

/** time: ms since 1970. Digits, which are never mistaken for a start code. */
export const stampOf = (time: number): Buffer =>
  Buffer.concat([startCode, head, id, Buffer.from(String(time).padStart(13, '0')), Buffer.from([0x80])])

/** The time in a packet that carries a stamp. */
export function stampIn(payload: Buffer): number | undefined {
  const at = payload.indexOf(id)
  if (at < 0) return undefined
  return Number(payload.toString('latin1', at + id.length, at + id.length + 13))
}
