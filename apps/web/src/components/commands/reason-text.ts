import type { CommandRun } from '@fleetdeck/contract/commands'
import type { DeliveryReason } from '@fleetdeck/contract/delivery'
import type { Translate } from '../../ground/language.ts'
import { fullTime } from '../time-text.ts'

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

/** What the server knows about the state of an order; empty if nothing. */
export function reasonText(
  t: Translate,
  { reason, reasonAt }: Pick<CommandRun, 'reason' | 'reasonAt'>,
): string {
  if (!reason) return ''
  const time = reasonAt ? fullTime(reasonAt) : ''
  return reason === 'offline' && time
    ? t('delivery.reason.offlineSince', { time })
    : t(reasonTexts[reason], { time })
}
