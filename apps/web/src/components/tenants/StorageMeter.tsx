import type { StorageShare } from '@fleetdeck/contract/storage'
import { useText } from '../../ground/language.ts'
import { byteText } from '../byte-text.ts'
import { Meter, toneOf } from './Meter.tsx'
import styles from './tenants.module.css'

/** The storage on the server of an account and all below. */
export function StorageMeter({ share: { used, limit } }: { share: StorageShare }) {
  const t = useText()
  const usedText = byteText(used)
  if (limit === null)
    return (
      <div className={styles.figures}>
        <span>{usedText}</span>
        <small>{t('tenants.unlimited')}</small>
      </div>
    )
  return (
    <div className={styles.share}>
      <div className={styles.figures}>
        <span>{usedText}</span>
        <small>{byteText(limit)}</small>
      </div>
      <Meter whole={limit} parts={[{ amount: used, tone: toneOf(used, limit) }]} />
    </div>
  )
}
