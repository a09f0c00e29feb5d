import type { NewPasskey, PasskeyAnswer, PasskeyOptions } from '@fleetdeck/contract/second-factor'
import { CallError } from '../../api/call-error.ts'
import { text } from '../../ground/language.ts'

/** Why this page can neither make nor use passkeys. */
export type PasskeyObstacle = 'needsHttps' | 'needsAddress' | 'otherHost' | 'noBrowser'

/** @param host for which the site makes passkeys; undefined until it has answered */
export function passkeyObstacle(host: string | undefined): PasskeyObstacle | undefined {
  if (!window.isSecureContext) return 'needsHttps'
  if (host === '') return 'needsAddress'
  if (host !== undefined && host !== location.hostname) return 'otherHost'
  return 'PublicKeyCredential' in window ? undefined : 'noBrowser'
}

/** Asks the user for one of their passkeys. Throws a CallError with a text for them when they use none. */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never }).catch(refuse) as Promise<PasskeyAnswer>
}

/** Makes a passkey on this computer, a phone or a security key, as the user chooses. */
export async function makePasskey(options: PasskeyOptions): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never }).catch(refuse) as Promise<NewPasskey>
}

function refuse(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new CallError(-1, text(isKnown ? 'login.passkeyKnown' : 'login.passkeyCancelled'))
}
