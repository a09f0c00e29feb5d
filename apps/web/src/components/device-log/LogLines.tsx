import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useText } from '../../ground/language.ts'
import styles from './log.module.css'
import { lineTime } from './log-text.ts'
import type { NumberedLine } from './use-log-lines.ts'

const levelTexts = {
  debug: 'screen.levelDebug',
  info: 'screen.levelInfo',
  warn: 'screen.levelWarn',
  error: 'screen.levelError',
} as const

const lineHeight = 20

interface LogLinesProps {
  lines: readonly NumberedLine[]
  /** Which log it is. */
  label: string
  isFollowing: boolean
  onStopFollowing: () => void
}

/** Renders only the visible lines, whatever their number; in follow mode the newest stays visible. */
export function LogLines({ lines, label, isFollowing, onStopFollowing }: LogLinesProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
  })
  const lastId = lines.at(-1)?.id
  useEffect(() => {
    if (isFollowing && lastId !== undefined) virtual.scrollToIndex(lines.length - 1, { align: 'end' })
  }, [isFollowing, lastId, lines.length, virtual])

  return (
    <div
      ref={scroller}
      className={styles.lines}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
      tabIndex={0}
      aria-label={label}
      onWheel={(event) => event.deltaY < 0 && onStopFollowing()}
    >
      <div className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className={styles.time}>{lineTime(line.time)}</span>
              <span className={styles[line.level]}>{t(levelTexts[line.level])}</span>
              <span className={`${styles.msg} ${line.level === 'info' ? '' : styles[line.level]}`}>
                {line.msg}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
