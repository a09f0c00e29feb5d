import type { ScriptSource } from '@fleetdeck/contract/script-sources'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'

const conditions = { waiting: 'unknown', reading: 'busy', read: 'online', failed: 'failed' } as const

interface SourceStateBadgeProps {
  source: Pick<ScriptSource, 'state' | 'status' | 'failure' | 'pullsFailure'>
}

/** How the last reading ended; of a disabled source, that it is disabled. */
export function SourceStateBadge({ source }: SourceStateBadgeProps) {
  const t = useText()
  const { state, status, failure, pullsFailure } = source
  if (status !== 0) return <StateBadge condition="disabled" text={t('common.disabled')} />
  return (
    <>
      <StateBadge
        condition={conditions[state]}
        text={t(`scriptSource.state.${state}`)}
        reason={state === 'failed' && failure ? t(`scriptSource.failure.${failure}`) : undefined}
      />
      {pullsFailure && (
        <div>
          <StateBadge
            condition="trouble"
            text={t('scriptSource.pullsNotRead')}
            reason={t(`scriptSource.pullsFailure.${pullsFailure}`)}
          />
        </div>
      )}
    </>
  )
}
