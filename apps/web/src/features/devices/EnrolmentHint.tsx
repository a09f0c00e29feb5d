import { useText } from '../../app/language.ts'
import { CopyButton } from '../../components/CopyText.tsx'
import styles from './devices.module.css'

/** How phones get here, with a command to copy; the key is not shown in the console. */
export function EnrolmentHint() {
  const t = useText()
  const command = `npm run phones -- --server ${location.origin} --key <${t('device.enrolKey')}> --count 3`
  return (
    <div className={styles.enrol}>
      <p>{t('device.enrolText')}</p>
      <code className={styles.command}>{command}</code>
      <p>{t('device.enrolKeyWhere')}</p>
      <span>
        <CopyButton text={command} label={t('table.copy')} />
      </span>
    </div>
  )
}
