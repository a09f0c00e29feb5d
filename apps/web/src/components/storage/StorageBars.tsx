import { fullPercents, type StorageShare, type StorageUse } from '@fleetdeck/contract/storage'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { Progress } from 'antd'
import { useId } from 'react'
import { useText } from '../../ground/language.ts'
import { byteText } from '../byte-text.ts'
import styles from './storage.module.css'

interface StorageBarsProps {
  use: StorageUse
  /** Of the user whose storage it is. */
  name: string
}

/** The storage of a user, of the accounts above and of temporary files, with their limits. */
export function StorageBars({ use: { own, account, tenant, temporary }, name }: StorageBarsProps) {
  const t = useText()
  const parts = {
    files: byteText(own.files),
    recordings: byteText(own.recordings),
    caches: byteText(own.caches),
  }
  return (
    <div className={styles.bars}>
      <StorageBar label={name} share={own} hint={t('storage.parts', parts)} />
      {account && (
        <StorageBar
          label={t(account.isOwn ? 'storage.ownAccount' : 'storage.accountAbove')}
          share={account}
        />
      )}
      {tenant.users > 1 && <StorageBar label={t('storage.tenant', { count: tenant.users })} share={tenant} />}
      {temporary.used > 0 && (
        <StorageBar label={t('storage.temporary')} share={temporary} hint={t('storage.temporaryHint')} />
      )}
    </div>
  )
}

function StorageBar({ label, share, hint }: { label: string; share: StorageShare; hint?: string }) {
  const t = useText()
  const id = useId()
  const used = byteText(share.used)
  const percent = share.limit === null ? 0 : Math.min(100, (share.used / share.limit) * 100)
  return (
    <div>
      <div className={styles.head}>
        <span id={id}>{label}</span>
        <span className={styles.figures}>
          {share.limit === null
            ? t('storage.unlimited', { used })
            : t('storage.of', { used, limit: byteText(share.limit) })}
        </span>
      </div>
      {share.limit !== null && (
        <Progress
          aria-labelledby={id}
          percent={Math.round(percent)}
          size="small"
          showInfo={percent >= fullPercents.warning}
          format={(value) => formatAmount(value ?? 0, '%')}
          {...toneOf(percent)}
        />
      )}
      {hint && <div className={styles.hint}>{hint}</div>}
    </div>
  )
}

function toneOf(percent: number) {
  if (percent >= fullPercents.critical) return { status: 'exception' as const }
  if (percent >= fullPercents.warning)
    return { status: 'normal' as const, strokeColor: 'var(--ant-color-warning)' }
  return { status: 'normal' as const }
}
