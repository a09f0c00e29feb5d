import { useEffect, useRef } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { loadCode } from '../../ground/load-code.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import styles from './code.module.css'

/** Two texts side by side. */
export function CodeComparison({ before, after }: { before: string; after: string }) {
  const box = useRef<HTMLDivElement>(null)
  const isDark = useDark()
  useEffect(() => {
    let close: (() => void) | undefined
    let isGone = false
    inBackground(
      loadCode(() => import('./code-mirror.ts')).then(({ openComparison }) => {
        if (!isGone && box.current) close = openComparison(box.current, [before, after], isDark).close
      }),
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [before, after, isDark])
  return <div className={styles.comparison} ref={box} />
}
