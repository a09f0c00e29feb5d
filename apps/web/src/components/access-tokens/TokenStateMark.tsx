import type { AccessToken } from '@fleetdeck/contract/access-tokens'
import { useText } from '../../ground/language.ts'
import { StateBadge } from '../StateBadge.tsx'
import { tokenState } from './token-state.ts'

const conditions = { valid: 'online', expired: 'offline', revoked: 'disabled' } as const

export function TokenStateMark({ token }: { token: AccessToken }) {
  const t = useText()
  const state = tokenState(token)
  return <StateBadge condition={conditions[state]} text={t(`accessToken.${state}`)} />
}
