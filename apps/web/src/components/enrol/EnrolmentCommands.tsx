import { agentInstall } from '@fleetdeck/contract/agent-package'
import type { Enrolment } from '@fleetdeck/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Flex, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { CopyButton } from '../CopyText.tsx'
import styles from './enrol.module.css'
import {
  agentCommand,
  installCommand,
  phonesCommand,
  type Shell,
  type Starter,
  shells,
  startersOf,
} from './enrolment-text.ts'

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

interface CommandsProps {
  enrolment: Enrolment
  /** Of simulated phones. */
  count?: number
}

/** How to start agents for real and for simulated phones. */
export function EnrolmentCommands(props: CommandsProps) {
  const { data } = useQuery({
    queryKey: [agentInstall.one.path],
    queryFn: ({ signal }) => call(agentInstall.one, { signal }),
  })
  return data && <Commands {...props} packagePath={data.path} />
}

function Commands({ enrolment, count = 3, packagePath }: CommandsProps & { packagePath: string | null }) {
  const t = useText()
  const starters = startersOf(packagePath)
  const [shell, setShell] = useState(ownShell)
  const [chosen, setStarter] = useState<Starter>()
  const starter = chosen ?? starters[0] ?? 'npx'
  const start = { enrolment, starter, shell, packagePath }
  return (
    <>
      <Flex wrap gap={8}>
        <Segmented<Starter>
          size="small"
          aria-label={t('enrol.starter')}
          value={starter}
          options={starters}
          onChange={setStarter}
        />
        <Segmented<Shell>
          size="small"
          aria-label={t('enrol.shell')}
          value={shell}
          options={[...shells]}
          onChange={setShell}
        />
      </Flex>
      {starter !== 'fleetdeck-agent' && (
        <p className={styles.hint}>{t(starter === 'npx' ? 'enrol.byNpx' : 'enrol.inClone')}</p>
      )}
      {starter === 'fleetdeck-agent' && packagePath !== null && (
        <Command label={t('enrol.install')} text={installCommand(enrolment.address, packagePath)} />
      )}
      <Command label={t('enrol.android')} text={agentCommand(start)} />
      <Command label={t('enrol.command')} text={phonesCommand(start, count)} />
    </>
  )
}
