import { useEffect, useRef } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { loadCode } from '../../ground/load-code.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import styles from './code.module.css'

interface CodeViewProps {
  text: string
  label: string
  /** Selected and scrolled to, from 1. */
  line?: number
}

/** Read-only code: highlighted and selectable. */
export function CodeView({ text, label, line }: CodeViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const isDark = useDark()
  useEffect(() => {
    let close: (() => void) | undefined
    let isGone = false
    inBackground(
      loadCode(() => import('./code-mirror.ts')).then(({ openView }) => {
        if (!isGone && box.current) close = openView({ parent: box.current, text, label, isDark, line }).close
      }),
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [text, label, isDark, line])
  return <div className={styles.editor} ref={box} />
}
