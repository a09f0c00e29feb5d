import type { Enrolment } from '@fleetdeck/contract/devices'
import { useText } from '../../ground/language.ts'
import { CopyButton } from '../CopyText.tsx'
import styles from './enrol.module.css'
import { agentCommand, phonesCommand } from './enrolment-text.ts'

function Command({ label, text }: { label: string; text: string }) {
  const t = useText()
  return (
    <>
      <p>{label}</p>
      <div className={styles.command}>
        <code className={styles.value}>{text}</code>
        <CopyButton text={text} label={t('table.copy')} />
      </div>
    </>
  )
}

/** How to start agents for real and for simulated phones. */
export function EnrolmentCommands({ enrolment, count = 3 }: { enrolment: Enrolment; count?: number }) {
  const t = useText()
  return (
    <>
      <Command label={t('enrol.android')} text={agentCommand(enrolment)} />
      <Command label={t('enrol.command')} text={phonesCommand(enrolment, count)} />
    </>
  )
}
