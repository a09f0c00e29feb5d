import type { CommandRun } from '@fleetdeck/contract/commands'
import { useText } from '../../ground/language.ts'
import { CopyText } from '../CopyText.tsx'
import styles from './commands.module.css'
import { reasonText } from './reason-text.ts'

/** Why an order to a phone is in its state: the phone's own message, or the server's information. */
export function ReasonText({ run }: { run: Pick<CommandRun, 'reason' | 'reasonAt' | 'msg'> }) {
  const t = useText()
  const { msg } = run
  if (msg)
    return (
      <CopyText text={msg}>
        <span className={styles.words} title={msg}>
          {msg}
        </span>
      </CopyText>
    )
  return <>{reasonText(t, run) || '–'}</>
}
