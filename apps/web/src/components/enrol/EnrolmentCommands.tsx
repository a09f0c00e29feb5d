import type { Enrolment } from '@fleetdeck/contract/devices'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../ground/language.ts'
import { CopyButton } from '../CopyText.tsx'
import styles from './enrol.module.css'
import { agentCommand, phonesCommand, type Shell, shells } from './enrolment-text.ts'

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

const ownShell = (): Shell => (/Windows/.test(navigator.userAgent) ? 'PowerShell' : 'sh')

/** How to start agents for real and for simulated phones. */
export function EnrolmentCommands({ enrolment, count = 3 }: { enrolment: Enrolment; count?: number }) {
  const t = useText()
  const [shell, setShell] = useState(ownShell)
  return (
    <>
      <span>
        <Segmented<Shell>
          size="small"
          aria-label={t('enrol.shell')}
          value={shell}
          options={[...shells]}
          onChange={setShell}
        />
      </span>
      <Command label={t('enrol.android')} text={agentCommand(enrolment, shell)} />
      <Command label={t('enrol.command')} text={phonesCommand(enrolment, count, shell)} />
    </>
  )
}
