import type { ScriptSource } from '@fleetdeck/contract/script-sources'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'

const conditions = { waiting: 'unknown', reading: 'busy', read: 'online', failed: 'failed' } as const

/** How the last reading ended; of a disabled source, that it is disabled. */
export function SourceStateBadge({ source }: { source: Pick<ScriptSource, 'state' | 'status' | 'failure'> }) {
  const t = useText()
  const { state, status, failure } = source
  if (status !== 0) return <StateBadge condition="disabled" text={t('common.disabled')} />
  return (
    <StateBadge
      condition={conditions[state]}
      text={t(`scriptSource.state.${state}`)}
      reason={state === 'failed' && failure ? t(`scriptSource.failure.${failure}`) : undefined}
    />
  )
}
