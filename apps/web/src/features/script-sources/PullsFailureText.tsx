import type { ScriptSource } from '@fleetdeck/contract/script-sources'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import styles from './script-sources.module.css'

type Source = Pick<ScriptSource, 'pullsFailure' | 'pullsDetail' | 'pullsNextAt'>

/** Why the pull requests could not be read, what the provider answered, and when the next attempt follows. */
export function PullsFailureText({ pullsFailure, pullsDetail, pullsNextAt }: Source) {
  const t = useText()
  if (!pullsFailure) return null
  return (
    <>
      {t(`scriptSource.pullsFailure.${pullsFailure}`)}
      {pullsNextAt && <div>{t('scriptSource.pullsNextAt', { time: fullTime(pullsNextAt) })}</div>}
      {pullsDetail && (
        <details>
          <summary>{t('scriptSource.pullsDetail')}</summary>
          <pre className={styles.output}>{pullsDetail}</pre>
        </details>
      )}
    </>
  )
}
