import type { ScriptSource } from '@fleetdeck/contract/script-sources'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import styles from './script-sources.module.css'

const conditions = { waiting: 'unknown', reading: 'busy', read: 'online', failed: 'failed' } as const

interface SourceStateBadgeProps {
  source: Pick<ScriptSource, 'state' | 'status' | 'failure' | 'pullsFailure'>
  /** Below; else the cause is shown elsewhere. */
  showsCause?: boolean
}

/** How the last reading ended; of a disabled source, that it is disabled. */
export function SourceStateBadge({ source, showsCause = false }: SourceStateBadgeProps) {
  const t = useText()
  const { state, status, failure, pullsFailure } = source
  if (status !== 0) return <StateBadge condition="disabled" text={t('common.disabled')} />
  const cause = (text: string) => showsCause && <div className={styles.cause}>{text}</div>
  return (
    <>
      <StateBadge condition={conditions[state]} text={t(`scriptSource.state.${state}`)} />
      {state === 'failed' && failure && cause(t(`scriptSource.failure.${failure}`))}
      {pullsFailure && (
        <div>
          <StateBadge condition="trouble" text={t('scriptSource.pullsNotRead')} />
          {cause(t(`scriptSource.pullsFailure.${pullsFailure}`))}
        </div>
      )}
    </>
  )
}
