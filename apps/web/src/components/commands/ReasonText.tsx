import type { CommandRun } from '@fleetdeck/contract/commands'
import type { DeliveryReason } from '@fleetdeck/contract/delivery'
import { useText } from '../../ground/language.ts'
import { CopyText } from '../CopyText.tsx'
import { fullTime } from '../time-text.ts'
import styles from './commands.module.css'

const reasonTexts = {
  offline: 'delivery.reason.offline',
  waiting: 'delivery.reason.waiting',
  sent: 'delivery.reason.sent',
  tooLate: 'delivery.reason.tooLate',
  interrupted: 'delivery.reason.interrupted',
  back: 'delivery.reason.back',
  unanswered: 'delivery.reason.unanswered',
  takenBack: 'delivery.reason.takenBack',
} as const satisfies Record<DeliveryReason, string>

/** Why an order to a phone is in its state: the phone's own message, or the server's information. */
export function ReasonText({ run }: { run: Pick<CommandRun, 'reason' | 'reasonAt' | 'msg'> }) {
  const t = useText()
  const { reason, reasonAt, msg } = run
  if (msg)
    return (
      <CopyText text={msg}>
        <span className={styles.words} title={msg}>
          {msg}
        </span>
      </CopyText>
    )
  if (!reason) return <>–</>
  const time = reasonAt ? fullTime(reasonAt) : ''
  return (
    <>
      {reason === 'offline' && time
        ? t('delivery.reason.offlineSince', { time })
        : t(reasonTexts[reason], { time })}
    </>
  )
}
