import type { SourceFailure } from '@fleetdeck/contract/script-sources'
import { useText } from '../../ground/language.ts'
import styles from './script-sources.module.css'

/** Why a repository could not be read, what to do, and what git reported. */
export function FailureText({ failure, detail }: { failure: SourceFailure; detail: string }) {
  const t = useText()
  return (
    <>
      {t(`scriptSource.failure.${failure}`)}
      {detail && (
        <details>
          <summary>{t('scriptSource.detail')}</summary>
          <pre className={styles.output}>{detail}</pre>
        </details>
      )}
    </>
  )
}
