import type { UnusableState } from '@fleetdeck/contract/unusable-phones'
import type { PhoneRecord } from '../token-file.ts'
import type { FoundPhone } from './found-phones.ts'

/** Calls of a process to the agent that has started it, which alone writes the state folder. */
export interface Questions {
  /** Null when another phone with that id is connected. */
  claim(hardwareId: string): Promise<PhoneRecord | null>
  release(hardwareId: string): Promise<void>
  keep(hardwareId: string, token: string): Promise<void>
  forget(hardwareId: string): Promise<void>
  /** Returns the key that applies. */
  pinSigner(signer: string): Promise<string>
  pinAuthors(hardwareId: string, authors: string[]): Promise<void>
}

export type Question = {
  [Call in keyof Questions]: { call: Call; args: Parameters<Questions[Call]> }
}[keyof Questions]

export type ToProcess =
  | { action: 'hold'; phones: FoundPhone[] }
  | { action: 'answer'; id: number; value?: unknown; error?: string }

export type FromProcess =
  /** Sent every second; a process that is blocked sends none. */
  | { action: 'beat'; rssBytes: number }
  /** Work on a phone begins or ends, so that the agent knows what a process did when it ended. */
  | { action: 'working'; phone: string; isWorking: boolean }
  | { action: 'unusable'; phone: string; state?: UnusableState | undefined }
  | { action: 'ask'; id: number; question: Question }
