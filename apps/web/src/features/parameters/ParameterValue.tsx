import type { ParameterRow } from '@fleetdeck/contract/parameter-rows'
import { Tooltip } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from './parameters.module.css'

/** A value on one line; defaults are faded. */
export function ParameterValue({ row }: { row: ParameterRow }) {
  const t = useText()
  const { configValue, defaultValue } = row
  if (configValue === '') return <span className={styles.faded}>{t('parameter.emptyValue')}</span>
  const isDefault = configValue === defaultValue
  const hint = isDefault ? `${configValue} · ${t('parameter.default')}` : configValue
  return (
    <Tooltip title={hint}>
      <code className={`${styles.value} ${isDefault ? styles.faded : ''}`}>{configValue}</code>
    </Tooltip>
  )
}
