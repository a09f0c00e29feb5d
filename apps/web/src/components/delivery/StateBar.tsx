import { endStates, openStates, type StateCounts } from '@fleetdeck/contract/delivery'
import { Tooltip } from 'antd'
import { useText } from '../../ground/language.ts'
import styles from './delivery.module.css'
import { deliveryTexts } from './delivery-state.ts'

/** Finished phones fill the bar from the left. */
const order = [...endStates, ...openStates.toReversed()]

interface StateBarProps {
  counts: StateCounts
  total: number
}

/** Progress of an order to many phones: a bar of its states, and how many of all have finished. */
export function StateBar({ counts, total }: StateBarProps) {
  const t = useText()
  const parts = order.flatMap((state) => {
    const count = counts[state] ?? 0
    return count > 0 ? [{ state, count, word: `${t(deliveryTexts[state])} ${count}` }] : []
  })
  const ended = endStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const words = parts.map(({ word }) => word).join(' · ')
  return (
    <Tooltip title={words}>
      <span className={styles.progress}>
        <span className={styles.bar} role="img" aria-label={words}>
          {parts.map(({ state, count }) => (
            <span key={state} data-delivery={state} style={{ flexGrow: count }} />
          ))}
        </span>
        <span className={styles.figures}>
          {ended}/{total}
        </span>
      </span>
    </Tooltip>
  )
}
