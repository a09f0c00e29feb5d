import type { ReactNode } from 'react'
import type { Condition } from '../../../components/device-condition.ts'
import { StateShape } from '../../../components/StateBadge.tsx'
import { useText } from '../../../ground/language.ts'
import styles from './wall.module.css'
import type { WallCounts, WallFilter } from './wall-rows.ts'

interface CountProps {
  name?: string
  condition: Condition
  isPressed: boolean
  onPress: () => void
  children: ReactNode
}

export function Count({ name, condition, isPressed, onPress, children }: CountProps) {
  return (
    <button
      type="button"
      className={styles.statusCount}
      data-count={name}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <StateShape condition={condition} />
      {children}
    </button>
  )
}

interface StatusBarProps {
  counts: WallCounts
  /** Tiles that show their phone at present. */
  live: number
  filter: WallFilter
  onFilter: (filter: WallFilter) => void
}

/** How many phones are in each state; a click shows only these, another click all. */
export function StatusBar({ counts, live, filter, onFilter }: StatusBarProps) {
  const t = useText()
  const { online, trouble } = filter
  const toggled = (now: string | undefined, value: string) => (now === value ? '' : value)
  return (
    <section className={styles.statusBar} aria-label={t('wall.counts')}>
      <Count
        condition="online"
        isPressed={online === '1'}
        onPress={() => onFilter({ online: toggled(online, '1') })}
      >
        {t('wall.countOnline', { count: counts.online })}
      </Count>
      <Count
        condition="offline"
        isPressed={online === '0'}
        onPress={() => onFilter({ online: toggled(online, '0') })}
      >
        {t('wall.countOffline', { count: counts.offline })}
      </Count>
      <Count
        condition="trouble"
        isPressed={trouble === '1'}
        onPress={() => onFilter({ trouble: toggled(trouble, '1') })}
      >
        {t('wall.countTrouble', { count: counts.trouble })}
      </Count>
      <span className={styles.faint}>{t('wall.countLive', { count: live })}</span>
    </section>
  )
}
