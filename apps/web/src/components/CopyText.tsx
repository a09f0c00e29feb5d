import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { inBackground, showFailure } from '../api/feedback.ts'
import { copyToClipboard } from '../ground/clipboard.ts'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'

const doneMs = 1500

/** Copies, and briefly shows that it did. */
function useCopy() {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async (text: string) => {
    if (!(await copyToClipboard(text))) {
      showFailure(t('table.copyFailed'))
      return
    }
    setCopied(true)
    setTimeout(() => setCopied(false), doneMs)
  }
  return { copy, isCopied }
}

interface CopyButtonProps {
  text: string
  /** Without one it is an icon that appears on hover of a `copyArea`. */
  label?: ReactNode
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useText()
  const { copy, isCopied } = useCopy()
  const icon = isCopied ? <CheckOutlined /> : <CopyOutlined />
  const onClick = (event: MouseEvent) => {
    event.stopPropagation()
    inBackground(copy(text))
  }
  if (label)
    return (
      <Button type="text" size="small" icon={icon} onClick={onClick}>
        {label}
      </Button>
    )
  return (
    // Lists have hundreds of them: the browser's own button and hint.
    <button
      type="button"
      className={styles.copy}
      title={t(isCopied ? 'table.copied' : 'table.copy')}
      aria-label={t('table.copyOf', { text })}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

/** An identifier in monospace; its copy button appears on hover. */
export function CopyText({ text, children }: { text: string; children?: ReactNode }) {
  if (text === '') return <span className={styles.faded}>–</span>
  return (
    <span className={`${styles.row} ${styles.copyArea}`}>
      {children ?? <span className={styles.mono}>{text}</span>}
      <CopyButton text={text} />
    </span>
  )
}
