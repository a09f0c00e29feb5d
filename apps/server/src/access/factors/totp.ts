import { totpDigits } from '@fleetdeck/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import { siteMs } from '../../platform/core/site-clock.ts'

/** Seconds for which a code is shown. */
const period = 30
/** As RFC 4226 recommends; bytes. */
const secretBytes = 20
/** Codes of the step before and after are right, too: clocks of phones differ. */
const window = 1

/** The only parameters that all authenticator apps support. */
const codesOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: totpDigits, period })

/** Base32. */
export const newTotpSecret = () => new Secret({ size: secretBytes }).base32

/** The otpauth:// address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, { issuer, userName }: { issuer: string; userName: string }) {
  const codes = codesOf(secret)
  codes.issuer = issuer
  codes.label = userName
  return codes.toString()
}

/** The time step to which a code of six digits belongs; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string): number | undefined {
  const timestamp = siteMs()
  const delta = codesOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}
