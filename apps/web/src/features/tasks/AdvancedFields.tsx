import { Form, InputNumber, Select } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from './tasks.module.css'

interface NumberItemProps {
  name: string
  label: string
  min?: number
  max: number
  unit?: string
  hint?: string
}

const NumberItem = ({ name, label, min = 0, max, unit, hint }: NumberItemProps) => (
  <Form.Item
    name={name}
    label={label}
    {...(hint && { extra: hint })}
    required={false}
    rules={[{ required: true, message: label }]}
  >
    <InputNumber
      min={min}
      max={max}
      precision={0}
      style={{ width: '100%' }}
      {...(unit && { suffix: unit })}
    />
  </Form.Item>
)

/** Options that most tasks leave at their defaults. */
export function AdvancedFields() {
  const t = useText()
  const seconds = t('task.seconds')
  const policies = ([0, 1, 2] as const).map((value) => ({ value, label: t(`task.missed${value}`) }))
  const cache = ([1, 0] as const).map((value) => ({ value, label: t(`task.cache${value}`) }))
  return (
    <div className={styles.row}>
      <NumberItem
        name="delaySecond"
        label={t('task.delay')}
        max={86_400}
        unit={seconds}
        hint={t('task.delayHint')}
      />
      <NumberItem
        name="execNumber"
        label={t('task.execNumber')}
        max={1_000_000}
        hint={t('task.execNumberHint')}
      />
      <NumberItem name="sort" label={t('task.sort')} max={10_000} hint={t('task.sortHint')} />
      <Form.Item name="missedPolicy" label={t('task.missed')} extra={t('task.missedHint')}>
        <Select options={policies} />
      </Form.Item>
      <NumberItem name="retries" label={t('task.retries')} max={10} hint={t('task.retriesHint')} />
      <NumberItem name="retrySeconds" label={t('task.retrySeconds')} min={1} max={86_400} unit={seconds} />
      <NumberItem
        name="timeoutSeconds"
        label={t('task.timeout')}
        max={604_800}
        unit={seconds}
        hint={t('task.timeoutHint')}
      />
      <NumberItem
        name="dataWaitSeconds"
        label={t('task.dataWait')}
        max={3600}
        unit={seconds}
        hint={t('task.dataWaitHint')}
      />
      <NumberItem name="memoryMegabytes" label={t('task.memory')} min={16} max={512} unit="MB" />
      <NumberItem name="stackKilobytes" label={t('task.stack')} min={64} max={4096} unit="KB" />
      <Form.Item name="cacheScript" label={t('task.cacheScript')}>
        <Select options={cache} />
      </Form.Item>
    </div>
  )
}
