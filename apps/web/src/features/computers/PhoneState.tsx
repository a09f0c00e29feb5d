import type { ComputerDetail } from '@fleetdeck/contract/computers'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'

type Phone = ComputerDetail['phones'][number]

export function phoneCondition({ state, isGivenUp }: Pick<Phone, 'state' | 'isGivenUp'>) {
  if (state === 'working') return 'online'
  if (state === 'starting' || state === 'connecting' || state === 'authorizing') return 'busy'
  return isGivenUp ? 'failed' : 'trouble'
}

/** Whether a phone works, and if not, why. */
export function PhoneState({ phone }: { phone: Phone }) {
  const t = useText()
  const { state, isGivenUp } = phone
  const isKnown = state === 'working' || state === 'starting'
  return (
    <StateBadge
      condition={phoneCondition(phone)}
      text={isKnown ? t(`computer.phone.${state}`) : t(`unusable.${state}`)}
      reason={
        isKnown
          ? undefined
          : [t(`unusable.advice.${state}`), isGivenUp && t('computer.givenUpHint')].filter(Boolean).join(' ')
      }
    />
  )
}
