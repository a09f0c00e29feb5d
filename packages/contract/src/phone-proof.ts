import { z } from 'zod'

/** A phone's Ed25519 key: the 32 bytes of RFC 8032, in base64url. */
export const PublicKey = z.string().regex(/^[\w-]{43}$/)
/** 64 bytes in base64url. */
export const Signature = z.string().regex(/^[\w-]{86}$/)

/** Beside the enrolment key; the nonce comes from /rapi/enroll/challenge. */
export const EnrolmentProof = z.object({
  publicKey: PublicKey,
  nonce: z.string().min(1).max(100),
  signature: Signature,
})
export type EnrolmentProof = z.output<typeof EnrolmentProof>

/** In `register`, for the nonce that the server sent in the header phone-challenge of the upgrade's response. */
export const ConnectionProof = z.object({ publicKey: PublicKey, signature: Signature })
export type ConnectionProof = z.output<typeof ConnectionProof>

export const challengeHeader = 'phone-challenge'
/** Of a call over HTTP: the time in ms since 1970, a dot and the signature. */
export const callProofHeader = 'phone-proof'
export const callProofPattern = /^(\d{1,16})\.([\w-]{86})$/
/** How far the time of a call may be from the site's. */
export const callClockMinutes = 5
/** How long the nonce of an enrolment is valid. */
export const challengeSeconds = 60

/** A key as people compare it: of its SHA-256 in hex the first 16 bytes, in groups of four digits. */
export const shownFingerprint = (sha256: string) => sha256.slice(0, 32).replace(/(.{4})(?=.)/g, '$1 ')

const lines = (...parts: (string | number)[]) => parts.join('\n')

/**
 * The text that a phone signs: lines, the first of which names the purpose, so that a signature serves no other. Hashes
 * are SHA-256 in hex.
 */
export const signedTexts = {
  enrolment: (facts: { nonce: string; deviceId: string; publicKey: string; keyHash: string }) =>
    lines('fleetdeck enrolment 1', facts.nonce, facts.deviceId, facts.publicKey, facts.keyHash),
  connection: (facts: { nonce: string; tokenHash: string }) =>
    lines('fleetdeck connection 1', facts.nonce, facts.tokenHash),
  /** url: path and query as sent; dataHash: of the envelope's `data`, or of the empty text. */
  call: (facts: { time: number; method: string; url: string; tokenHash: string; dataHash: string }) =>
    lines('fleetdeck call 1', facts.time, facts.method, facts.url, facts.tokenHash, facts.dataHash),
}
