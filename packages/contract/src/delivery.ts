import { z } from 'zod'

/**
 * The states of an order to one phone, in order. The last four are final. `sent`: passed to the phone's connection;
 * `acknowledged`: the phone confirmed receipt.
 */
export const deliveryStates = [
  'queued',
  'sent',
  'acknowledged',
  'running',
  'succeeded',
  'failed',
  'stopped',
  'expired',
] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.output<typeof DeliveryState>

export const openStates = ['queued', 'sent', 'acknowledged', 'running'] as const
export const endStates = ['succeeded', 'failed', 'stopped', 'expired'] as const

/** Why an order is in its state, beyond the phone's own message. */
export const DeliveryReason = z.enum([
  /** Waits for the phone, which is offline since `at`, or was never seen. */
  'offline',
  'waiting',
  /** Sent; the phone has not answered yet. */
  'sent',
  /** The phone was offline until the order expired at `at`. */
  'tooLate',
  /** The phone reconnected without this order. */
  'interrupted',
  /** A restart is complete when the phone has reconnected. */
  'back',
  /** Sent several times and never answered. */
  'unanswered',
  /** Cancelled before it reached the phone. */
  'takenBack',
])
export type DeliveryReason = z.output<typeof DeliveryReason>

/** Number of orders per state; empty states are omitted. */
export const StateCounts = z.partialRecord(DeliveryState, z.number())
export type StateCounts = z.output<typeof StateCounts>

/** The share of ended orders that succeeded, 0–1; undefined before the first one has ended. */
export function successRate(counts: StateCounts): number | undefined {
  const ended = endStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  return ended === 0 ? undefined : (counts.succeeded ?? 0) / ended
}
