import type { DeliveryState } from '@fleetdeck/contract/delivery'
import type { Condition } from '../device-condition.ts'

/** The appearance of order states; the same everywhere. */
export const deliveryConditions: Record<DeliveryState, Condition> = {
  queued: 'offline',
  sent: 'busy',
  acknowledged: 'busy',
  running: 'busy',
  succeeded: 'online',
  failed: 'failed',
  stopped: 'disabled',
  expired: 'trouble',
}

export const deliveryTexts = {
  queued: 'delivery.queued',
  sent: 'delivery.sent',
  acknowledged: 'delivery.acknowledged',
  running: 'delivery.running',
  succeeded: 'delivery.succeeded',
  failed: 'delivery.failed',
  stopped: 'delivery.stopped',
  expired: 'delivery.expired',
} as const satisfies Record<DeliveryState, string>
