import type { UnusableState } from '@fleetdeck/contract/unusable-phones'
import type { DirectPhone } from '../drivers/adb/direct-phone.ts'

/** A phone that the agent is to connect to the console. */
export interface FoundPhone {
  /** Differs each time the phone is plugged in: adb's transport id, or `host:port` of a phone without an adb server. */
  id: string
  /** adb's name for it. */
  name: string
  /** Reached at its own port, without an adb server. */
  direct?: DirectPhone
}

/** Connects phones to the console, in this program or in others. */
export interface PhoneHolder {
  /** All phones that are to be connected; those that are missing are disconnected. */
  hold(phones: readonly FoundPhone[]): void
  stop(): Promise<void>
}

/** A phone that cannot be used, and why; without a state it can be used again, or is not known to be unusable. */
export type OnUnusable = (name: string, state?: UnusableState) => void

/** Another phone has the identity of this one; undefined: no longer. */
export type OnIdentityTaken = (name: string, hardwareId?: string) => void
