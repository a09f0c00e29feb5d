import { z } from 'zod'

/**
 * The states of an order to one phone, in the order in which they come. The last four are its end.
 * `sent`: handed to the phone's connection; `acknowledged`: the phone says that it has it.
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

/** Why an order is in its state, beyond what the phone said itself. */
export const DeliveryReason = z.enum([
  /** Waits for the phone, which is offline since `at`, or was never seen. */
  'offline',
  'waiting',
  /** Handed over; the phone has not answered yet. */
  'sent',
  /** The phone was not there before the order ran out at `at`. */
  'tooLate',
  /** The phone came back and knows nothing of it. */
  'interrupted',
  /** A restart is done when the phone is back. */
  'back',
  /** Handed over several times and never answered. */
  'unanswered',
  /** Taken back before it reached the phone. */
  'takenBack',
])
export type DeliveryReason = z.output<typeof DeliveryReason>

/** How many are in each state; states with none are left out. */
export const StateCounts = z.partialRecord(DeliveryState, z.number())
export type StateCounts = z.output<typeof StateCounts>
