import type { Computer } from '@fleetdeck/contract/computers'
import { StateBadge } from '../../components/StateBadge.tsx'
import { type Translate, useText } from '../../ground/language.ts'

export type AgentFacts = Pick<
  Computer,
  'agentVersion' | 'isOnline' | 'isUpdated' | 'update' | 'offeredAgent' | 'isOutdated'
>

/** Why an update was undone, and what to do. */
export function updateFailure(t: Translate, { failure = 'other', words }: NonNullable<Computer['update']>) {
  const reason = t(`computer.updateFailure.${failure}`)
  return words ? `${reason} · ${words}` : reason
}

function conditionOf({ update, isOutdated }: AgentFacts) {
  if (update?.state === 'failed') return 'failed'
  if (update) return 'busy'
  return isOutdated ? 'trouble' : undefined
}

function textOf(t: Translate, { update, offeredAgent }: AgentFacts) {
  if (update) return t(`computer.update.${update.state}`)
  return t('computer.update.available', { version: offeredAgent?.version ?? '' })
}

/** The version of a computer's agent, with an update that is possible, under way or failed. */
export function AgentVersion({ computer }: { computer: AgentFacts }) {
  const t = useText()
  const { agentVersion, isOnline, update } = computer
  const condition = conditionOf(computer)
  return (
    <>
      {agentVersion}
      {condition && (
        <>
          {' '}
          <StateBadge
            condition={condition}
            isLive={isOnline && condition === 'busy'}
            text={textOf(t, computer)}
            {...(update?.state === 'failed' && { reason: updateFailure(t, update) })}
          />
        </>
      )}
    </>
  )
}
