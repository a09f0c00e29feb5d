import { maxGroupPhones } from '@fleetdeck/contract/wall-socket'
import { Button } from 'antd'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useText } from '../../../ground/language.ts'
import type { MonitorRow } from '../monitor-view.ts'
import styles from './wall.module.css'
import type { WallRow } from './wall-rows.ts'

const none: readonly number[] = []

/** Selected phones in the order of selection. */
export function useChoice() {
  const [chosen, setChosen] = useState(none)
  const choose = useCallback((ids: readonly number[]) => setChosen(ids.slice(0, maxGroupPhones)), [])
  const toggle = useCallback(
    (id: number) =>
      setChosen((now) =>
        now.includes(id) ? now.filter((one) => one !== id) : [...now, id].slice(0, maxGroupPhones),
      ),
    [],
  )
  return { chosen, choose, toggle }
}

/** Selects those that the address names, or that belong to the chosen team. */
export function usePreselection(ids: Iterable<number> | undefined, choose: (ids: readonly number[]) => void) {
  useEffect(() => {
    if (ids) choose([...ids])
  }, [ids, choose])
}

/** The devices that the wall has shown: a search does not end a selection. */
export function useKnownDevices(rows: readonly MonitorRow[]) {
  const [known] = useState(() => new Map<number, MonitorRow['device']>())
  return useMemo(() => {
    for (const { device } of rows) known.set(device.id, device)
    return known
  }, [known, rows])
}

interface ChoiceBarProps {
  chosen: readonly number[]
  /** Number of the first selected phone. */
  leader: string | undefined
  shown: readonly WallRow[]
  onChoose: (ids: number[]) => void
  onStart: () => void
  /** What else can be done with a selection. */
  children: ReactNode
}

/** Selects the phones to control together; the first one leads. */
export function ChoiceBar({ chosen, leader, shown, onChoose, onStart, children }: ChoiceBarProps) {
  const t = useText()
  const online = shown.filter(({ row }) => row.runtime.online).map(({ row }) => row.device.id)
  return (
    <div className={`${styles.barLine} ${styles.wraps}`}>
      <Button type="primary" disabled={chosen.length < 2} onClick={onStart}>
        {t('wall.startGroup')}
      </Button>
      <span role="status">
        {chosen.length === 0 ? t('wall.chooseHint') : t('wall.chosen', { count: chosen.length })}
      </span>
      {leader && (
        <span>
          {t('wall.leads')} <strong>{leader}</strong>
        </span>
      )}
      <Button onClick={() => onChoose([...new Set([...chosen, ...online])])}>
        {t('wall.chooseOnline', { count: online.length })}
      </Button>
      <Button disabled={chosen.length === 0} onClick={() => onChoose([])}>
        {t('wall.chooseNone')}
      </Button>
      {chosen.length > 0 && children}
    </div>
  )
}
