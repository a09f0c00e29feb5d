import { recordings } from '@fleetdeck/contract/recordings'
import { buildHeaders, readEnvelope, unwrapData, withSession } from '../../api/call.ts'
import { toFailure } from '../../api/call-error.ts'
import { hasBytes, pieceAddress } from './picture-store.ts'

const callName = `${recordings.piece.method} ${recordings.piece.path}`

/** Fetches bytes of the recording's file; throws the text of a refusal. */
export async function fetchPiece(id: number, from: number, to: number): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined
  const envelope = await withSession(async (token) => {
    try {
      const response = await fetch(pieceAddress(id, from, to), {
        headers: buildHeaders(recordings.piece, token),
      })
      if (!hasBytes(response)) return await readEnvelope(response, callName)
      bytes = new Uint8Array(await response.arrayBuffer())
      return { code: 0, msg: '' }
    } catch (cause) {
      throw toFailure(cause, callName)
    }
  })
  unwrapData(envelope, callName)
  return bytes ?? new Uint8Array()
}
