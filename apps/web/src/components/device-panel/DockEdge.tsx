import type { KeyboardEvent, PointerEvent } from 'react'
import { useText } from '../../ground/language.ts'
import styles from './dock.module.css'

const keyStepPx = 20
const steps: Record<string, number> = { ArrowLeft: keyStepPx, ArrowRight: -keyStepPx }

interface DockEdgeProps {
  /** Of each phone, in pixels. */
  width: number
  count: number
  limits: { min: number; max: number }
  onChange: (width: number) => void
}

/** The left edge of the phones beside the page: dragged, or moved by the arrow keys. */
export function DockEdge({ width, count, limits, onChange }: DockEdgeProps) {
  const t = useText()
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const right = currentTarget.parentElement?.getBoundingClientRect().right ?? window.innerWidth
    onChange((right - clientX) / count)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(width + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>.
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('screen.dockWidth')}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
