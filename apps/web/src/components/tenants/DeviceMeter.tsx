import type { DeviceShare } from '@fleetdeck/contract/tenants'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { Tooltip } from 'antd'
import { useText } from '../../ground/language.ts'
import { Meter, toneOf } from './Meter.tsx'
import styles from './tenants.module.css'

/** Devices of an account and of all below: how many of the quota are in use, passed on, and left. */
export function DeviceMeter({ share: { given, used, passedOn, left } }: { share: DeviceShare }) {
  const t = useText()
  if (given === null)
    return (
      <div className={styles.figures}>
        <span>{formatNumber(used)}</span>
        <small>{left === null ? t('tenants.unlimited') : t('tenants.leftAbove', { count: left })}</small>
      </div>
    )
  const isBeyond = used > given
  const reserved = Math.max(0, given - used - (left ?? 0))
  const hint = [
    t('tenants.usedOf', { used, given }),
    ...(passedOn > 0 ? [t('tenants.passedOn', { count: passedOn })] : []),
  ].join(' · ')
  return (
    <Tooltip title={hint}>
      <div className={styles.share}>
        <div className={styles.figures}>
          <span>{`${formatNumber(used)} / ${formatNumber(given)}`}</span>
          {isBeyond ? (
            <small className={styles.beyond}>{t('tenants.beyond', { count: used - given })}</small>
          ) : (
            <small>{t('tenants.left', { count: left ?? 0 })}</small>
          )}
        </div>
        <Meter
          whole={given}
          parts={[
            { amount: used, tone: toneOf(used + reserved, given) },
            { amount: reserved, tone: 'passedOn' },
          ]}
        />
      </div>
    </Tooltip>
  )
}
