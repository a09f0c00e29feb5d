import { Alert } from 'antd'
import styles from './wall.module.css'

/** Named; the rest is only counted by the text. */
const most = 20

export const namesOf = (phones: readonly string[]): string =>
  (phones.length > most ? [...phones.slice(0, most), '…'] : phones).join('  ')

interface PhoneNamesProps {
  type: 'info' | 'warning' | 'error'
  /** What they have in common, and how many they are. */
  text: string
  phones: readonly string[]
}

/** Phones that a preview or a result names; nothing without any. */
export function PhoneNames({ type, text, phones }: PhoneNamesProps) {
  if (phones.length === 0) return null
  return (
    <Alert
      type={type}
      showIcon
      title={
        <>
          {text} <span className={styles.faint}>{namesOf(phones)}</span>
        </>
      }
    />
  )
}
