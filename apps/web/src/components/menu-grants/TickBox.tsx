import type { ReactNode } from 'react'
import styles from './tick-box.module.css'

interface TickBoxProps {
  isTicked: boolean
  isHalf?: boolean
  disabled?: boolean
  /** The name for screen readers, if the text is not enough. */
  spoken?: string
  hint?: string
  className?: string | undefined
  children?: ReactNode
  onTick: (isOn: boolean) => void
}

/** Looks like antd's checkbox. Its own is too slow for a page with hundreds of them. */
export function TickBox({ isTicked, isHalf = false, disabled = false, ...props }: TickBoxProps) {
  const { spoken, hint, className = '', children, onTick } = props
  return (
    <label className={`${styles.label} ${disabled ? styles.disabled : ''} ${className}`} title={hint}>
      <input
        type="checkbox"
        className={styles.box}
        ref={(box) => {
          if (box) box.indeterminate = isHalf
        }}
        checked={isTicked}
        disabled={disabled}
        aria-label={spoken}
        onChange={(event) => onTick(event.target.checked)}
      />
      {children}
    </label>
  )
}
