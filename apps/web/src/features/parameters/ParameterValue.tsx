import type { ParameterRow } from '@fleetdeck/contract/parameter-rows'
import { Tooltip } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from './parameters.module.css'
import { valueText } from './ValueInput.tsx'

/** A value on one line; defaults are faded. */
export function ParameterValue({ row }: { row: ParameterRow }) {
  const t = useText()
  const { configKey, configValue, defaultValue } = row
  if (configValue === '') return <span className={styles.faded}>{t('parameter.emptyValue')}</span>
  const isDefault = configValue === defaultValue
  const shown = valueText(t, configValue, configKey)
  const hint = isDefault ? `${shown} · ${t('parameter.default')}` : shown
  return (
    <Tooltip title={hint}>
      <code className={`${styles.value} ${isDefault ? styles.faded : ''}`}>{shown}</code>
    </Tooltip>
  )
}
