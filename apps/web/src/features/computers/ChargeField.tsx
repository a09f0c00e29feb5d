import { ChargeLimit } from '@fleetdeck/contract/computer-socket'
import { Form, InputNumber, Switch } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from './computers.module.css'

type Value = { low: number | null; high: number | null } | null

/** Usual for batteries that are always plugged in. */
const usual = { low: 30, high: 80 }

function Levels({ value = null, onChange }: { value?: Value; onChange?: (value: Value) => void }) {
  const t = useText()
  const level = (name: 'low' | 'high') => (
    <InputNumber
      aria-label={t(`computer.charge.${name}`)}
      min={20}
      max={100}
      precision={0}
      suffix="%"
      value={value?.[name] ?? null}
      onChange={(next) => value && onChange?.({ ...value, [name]: next })}
    />
  )
  return (
    <span className={styles.levels}>
      <Switch
        aria-label={t('computer.command.limitCharge')}
        checked={value !== null}
        onChange={(isOn) => onChange?.(isOn ? usual : null)}
      />
      {value && (
        <>
          {level('low')} – {level('high')}
        </>
      )}
    </span>
  )
}

/** Between which levels the phones of a computer charge, or no limit. */
export function ChargeField() {
  const t = useText()
  return (
    <Form.Item
      name="chargeLimit"
      label={t('computer.command.limitCharge')}
      extra={t('computer.charge.hint')}
      rules={[
        {
          validator: async (_rule, value) => {
            if (!ChargeLimit.nullable().safeParse(value).success) throw new Error(t('computer.chargeRange'))
          },
        },
      ]}
    >
      <Levels />
    </Form.Item>
  )
}
