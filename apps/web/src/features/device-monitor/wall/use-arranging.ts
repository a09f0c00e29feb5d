import { type RefObject, useEffect, useRef, useState } from 'react'
import { showWarning } from '../../../api/feedback.ts'
import { useText } from '../../../ground/language.ts'
import { moveTile } from './arrangement.ts'
import { focusTile } from './use-wall-keys.ts'
import type { WallRow } from './wall-rows.ts'

interface Place {
  place: RefObject<HTMLElement | null>
  shown: readonly WallRow[]
  order: readonly number[]
  onOrder: (ids: readonly number[]) => void
  /** Nothing can be arranged now. */
  isOff: boolean
}

/** The mode in which tiles are moved. */
export function useArranging({ place, shown, order, onOrder, isOff }: Place) {
  const t = useText()
  const [isOn, setOn] = useState(false)
  const [device, setDevice] = useState('')
  const waits = useRef(false)
  const indexOf = (deviceNo: string) => shown.findIndex(({ row }) => row.device.deviceNo === deviceNo)
  // The browser takes the focus from an element that moves.
  useEffect(() => {
    if (!waits.current || order.length === 0) return
    waits.current = false
    focusTile(place.current, device)
  }, [order, device, place])
  const move = (deviceNo: string, to: string) => {
    const next = moveTile(
      order,
      shown.map(({ row }) => row.device.id),
      { from: indexOf(deviceNo), to: indexOf(to) },
    )
    if (!next) return showWarning(t('wall.arrangedTooMany'))
    waits.current = true
    setDevice(deviceNo)
    onOrder(next)
  }
  const at = isOn && device ? indexOf(device) : -1
  return {
    move: isOn && !isOff ? move : undefined,
    moved: at < 0 ? undefined : { device, place: at + 1, count: shown.length },
    start: () => {
      setDevice('')
      setOn(true)
    },
    stop: () => setOn(false),
  }
}
