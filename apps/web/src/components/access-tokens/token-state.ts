import type { AccessToken } from '@fleetdeck/contract/access-tokens'

export type TokenState = 'valid' | 'expired' | 'revoked'

export function tokenState({ revokedAt, expiresAt }: AccessToken): TokenState {
  if (revokedAt) return 'revoked'
  return new Date(expiresAt).getTime() <= Date.now() ? 'expired' : 'valid'
}
