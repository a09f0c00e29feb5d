import {
  callClockMinutes,
  callProofHeader,
  callProofPattern,
  signedTexts,
} from '@fleetdeck/contract/phone-proof'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/app-error.ts'
import { isSignedBy } from '../../platform/core/phone-keys.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken } from '../../platform/core/tokens.ts'

/** Throws when a call was not signed by the phone's key within the last minutes. */
export function checkCallProof(request: FastifyRequest, token: string, publicKey: string): void {
  const header = request.headers[callProofHeader]
  if (header === undefined) throw new AppError('phoneProofMissing')
  const [, digits, signature = ''] = callProofPattern.exec(String(header)) ?? []
  const time = Number(digits)
  if (Math.abs(siteMs() - time) > callClockMinutes * 60_000)
    throw new AppError('phoneClockWrong', { minutes: callClockMinutes })
  const text = signedTexts.call({
    time,
    method: request.method,
    url: request.url,
    tokenHash: hashToken(token),
    dataHash: hashToken(dataOf(request.body)),
  })
  if (!isSignedBy(publicKey, text, signature)) throw new AppError('phoneProofWrong')
}

/** The content of the envelope: everything that a call says about the phone. */
function dataOf(body: unknown): string {
  const data = body !== null && typeof body === 'object' && 'data' in body ? body.data : ''
  return typeof data === 'string' ? data : ''
}
