import type { Enrolment } from '@fleetdeck/contract/devices'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import { enrolmentText } from './enrolment-text.ts'
import { Copyable, ScanOrCopy } from './ScanOrCopy.tsx'

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
  return (
    <ScanOrCopy label={t('enrol.qr')} value={enrolmentText(enrolment)}>
      <Copyable label={t('enrol.address')} text={enrolment.address} />
      <Copyable label={keyLabel} text={enrolment.key} />
      {children}
    </ScanOrCopy>
  )
}
