import { QRCode, theme } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import { CopyButton } from '../CopyText.tsx'
import styles from './enrol.module.css'

export function Copyable({ label, text }: { label: string; text: string }) {
  const t = useText()
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <div className={styles.infoItem}>
        <code className={styles.value}>{text}</code>
        <CopyButton text={text} label={t('table.copy')} />
      </div>
    </div>
  )
}

interface ScanOrCopyProps {
  /** Of the QR code. */
  label: string
  value: string
  /** What can be copied instead. */
  children: ReactNode
}

/** A QR code, and beside it what a phone without a camera, or a user, needs. */
export function ScanOrCopy({ label, value, children }: ScanOrCopyProps) {
  const { token } = theme.useToken()
  return (
    <div className={styles.shown}>
      {/* Dark on light even in the dark theme: most cameras cannot read inverted codes. */}
      <QRCode
        aria-label={label}
        value={value}
        size={176}
        type="svg"
        errorLevel="M"
        color="#000000"
        bgColor="#ffffff"
        style={{ borderColor: token.colorBorder }}
      />
      <div className={styles.info}>{children}</div>
    </div>
  )
}
