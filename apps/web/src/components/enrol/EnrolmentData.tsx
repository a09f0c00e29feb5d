import type { Enrolment } from '@fleetdeck/contract/devices'
import { QRCode, theme } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import { CopyButton } from '../CopyText.tsx'
import styles from './enrol.module.css'
import { enrolmentText } from './enrolment-text.ts'

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

interface EnrolmentDataProps {
  enrolment: Enrolment
  /** The name of the secret: a key or a code. */
  keyLabel: string
  /** Shown below the key. */
  children?: ReactNode
}

/** Server address, key and their QR code for phones. */
export function EnrolmentData({ enrolment, keyLabel, children }: EnrolmentDataProps) {
  const t = useText()
  const { token } = theme.useToken()
  return (
    <div className={styles.shown}>
      {/* Dark on light even in the dark theme: most cameras cannot read inverted codes. */}
      <QRCode
        aria-label={t('enrol.qr')}
        value={enrolmentText(enrolment)}
        size={176}
        type="svg"
        errorLevel="M"
        color="#000000"
        bgColor="#ffffff"
        style={{ borderColor: token.colorBorder }}
      />
      <div className={styles.info}>
        <Copyable label={t('enrol.address')} text={enrolment.address} />
        <Copyable label={keyLabel} text={enrolment.key} />
        {children}
      </div>
    </div>
  )
}
