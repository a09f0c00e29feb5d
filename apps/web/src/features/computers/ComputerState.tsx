import type { Computer } from '@fleetdeck/contract/computers'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'

/** What is wrong with it, if anything is. */
function conditionOf({ isOnline, isAdbReachable, givenUp }: Computer) {
  if (!isOnline) return 'offline'
  return isAdbReachable === false || givenUp > 0 ? 'trouble' : 'online'
}

export function ComputerState({ computer }: { computer: Computer }) {
  const t = useText()
  const { isOnline, isAdbReachable, givenUp } = computer
  const reasons = [
    isOnline && isAdbReachable === false && t('computer.adbLost'),
    isOnline && givenUp > 0 && t('computer.givenUp', { count: givenUp }),
  ].filter((reason) => reason !== false)
  return (
    <StateBadge
      condition={conditionOf(computer)}
      isLive
      text={reasons[0] ?? t(isOnline ? 'computer.isOnline' : 'computer.isOffline')}
    />
  )
}
