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

/** A process for some of the phones. */
export interface ProcessStatus {
  pid: number
  /** adb's names. */
  phones: string[]
  /** Bytes; 0 while it starts. */
  memory: number
  restarts: number
  /** Since its last start. */
  seconds: number
}

/** Connects phones to the console, in this program or in others. */
export interface PhoneHolder {
  /** All phones that are to be connected; those that are missing are disconnected. */
  hold(phones: readonly FoundPhone[]): void
  /** The processes in which they are, if not in this one. */
  readonly processes?: readonly ProcessStatus[]
  /** Tries phones again that it lets rest. */
  wake?(): void
  stop(): Promise<void>
}

/** A phone that cannot be used, and why; without a state it can be used again, or is not known to be unusable. */
export type OnUnusable = (name: string, state?: UnusableState) => void

/**
 * Another phone has the identity of this one, or it is the same phone, which is used by another name; undefined: no
 * longer.
 */
export type OnIdentityTaken = (name: string, hardwareId?: string, isSamePhone?: boolean) => void

/** A phone has connected to the console, or is no longer connected. */
export type OnConnected = (name: string, hardwareId: string, isConnected: boolean) => void
