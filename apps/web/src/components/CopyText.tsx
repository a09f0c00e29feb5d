import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
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

export function CopyButton({ text, label }: { text: string; label?: ReactNode }) {
  const t = useText()
  const { copy, isCopied } = useCopy()
  return (
    <Tooltip title={label ? '' : t(isCopied ? 'table.copied' : 'table.copy')}>
      <Button
        type="text"
        size="small"
        className={label ? '' : styles.copy}
        aria-label={label ? undefined : t('table.copyOf', { text })}
        icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
        onClick={(event) => {
          event.stopPropagation()
          inBackground(copy(text))
        }}
      >
        {label}
      </Button>
    </Tooltip>
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
