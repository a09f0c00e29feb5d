import type { PhoneFacts } from '@fleetdeck/contract/enrolment-requests'
import { useText } from '../../../ground/language.ts'
import styles from './requests.module.css'

const shownFacts = ['brand', 'mode', 'imei', 'osVersion', 'ip', 'fingerprint'] as const
const labels = {
  brand: 'enrolmentRequest.brand',
  mode: 'enrolmentRequest.model',
  imei: 'enrolmentRequest.imei',
  osVersion: 'enrolmentRequest.os',
  ip: 'enrolmentRequest.ip',
  fingerprint: 'enrolmentRequest.key',
} as const

interface PhoneFactListProps {
  facts: PhoneFacts
  /** Values that differ from these are emphasised. */
  against?: PhoneFacts
}

/** One of two phones that are compared. */
export function PhoneFactList({ facts, against = facts }: PhoneFactListProps) {
  const t = useText()
  const noValue = (name: (typeof shownFacts)[number]) =>
    name === 'fingerprint' ? t('enrolmentRequest.noKey') : '–'
  return (
    <dl className={styles.facts}>
      {shownFacts.map((name) => (
        <div key={name}>
          <dt>{t(labels[name])}</dt>
          <dd className={facts[name] === against[name] ? undefined : styles.differs}>
            {facts[name] || noValue(name)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
