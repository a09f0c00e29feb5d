import type { Seal } from '../../platform/core/seal.ts'

export interface SourceSecrets {
  /** Of the repository. */
  secret: string
  /** Of the provider's API. */
  apiToken: string
}

export const sealedSecrets = (seal: Seal, { secret, apiToken }: SourceSecrets): SourceSecrets => ({
  secret: seal.seal(secret, 'script_sources.secret'),
  apiToken: seal.seal(apiToken, 'script_sources.api_token'),
})

export const openedSecrets = (seal: Seal, { secret, apiToken }: SourceSecrets): SourceSecrets => ({
  secret: seal.open(secret, 'script_sources.secret'),
  apiToken: seal.open(apiToken, 'script_sources.api_token'),
})

/** Providers send it, or sign with it. */
export const sealedHookSecret = (seal: Seal, secret: string) =>
  seal.seal(secret, 'script_sources.hook_secret')
export const openedHookSecret = (seal: Seal, stored: string) =>
  seal.open(stored, 'script_sources.hook_secret')
