import { useEffect, useRef } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { loadCode } from '../../ground/load-code.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import styles from './code.module.css'

/** Read-only code: highlighted and selectable. */
export function CodeView({ text, label }: { text: string; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const isDark = useDark()
  useEffect(() => {
    let close: (() => void) | undefined
    let isGone = false
    inBackground(
      loadCode(() => import('./code-mirror.ts')).then(({ openView }) => {
        if (!isGone && box.current) close = openView({ parent: box.current, text, label, isDark }).close
      }),
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [text, label, isDark])
  return <div className={styles.editor} ref={box} />
}
