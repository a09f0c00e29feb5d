import { ClockCircleOutlined } from '@ant-design/icons'
import { maxSpreadMs } from '@fleetdeck/contract/wall-socket'
import { Select, Tooltip } from 'antd'
import { useText } from '../../../ground/language.ts'
import styles from './wall.module.css'

const delays = [0, 500, 1000, 2000, 5000, maxSpreadMs]

interface DelayChoiceProps {
  spreadMs: number
  onChange: (spreadMs: number) => void
}

/** How much later than the leader followers act, at random. */
export function DelayChoice({ spreadMs, onChange }: DelayChoiceProps) {
  const t = useText()
  return (
    <Tooltip title={t('wall.delayHint')}>
      <Select<number>
        className={styles.delay}
        aria-label={t('wall.delay')}
        data-on={spreadMs > 0}
        prefix={<ClockCircleOutlined />}
        value={spreadMs}
        onChange={onChange}
        options={delays.map((value) => ({
          value,
          label: value === 0 ? t('wall.delayNone') : t('wall.delayUpTo', { seconds: value / 1000 }),
        }))}
      />
    </Tooltip>
  )
}
