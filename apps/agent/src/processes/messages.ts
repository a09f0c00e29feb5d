import type { UnusableState } from '@fleetdeck/contract/unusable-phones'
import type { Claim } from '../identity-claims.ts'
import type { Notice } from '../notice.ts'
import type { PhoneRecord } from '../token-file.ts'
import type { FoundPhone } from './found-phones.ts'

export interface Granted {
  /** The identity under which the phone is used. */
  hardwareId: string
  /** Of the agent's folder. */
  installation: string
  record: PhoneRecord
}

/** As IdentityInUse. */
export interface InUse {
  inUse: string
  isSamePhone: boolean
}

/** Calls of a process to the agent that has started it, which alone writes the state folder. */
export interface Questions {
  claim(claim: Claim): Promise<Granted | InUse>
  release(hardwareId: string): Promise<void>
  keep(hardwareId: string, token: string): Promise<void>
  forget(hardwareId: string): Promise<void>
  /** Returns the key that applies. */
  pinSigner(signer: string): Promise<string>
  pinAuthors(hardwareId: string, authors: string[]): Promise<void>
  /** As ServerChoice.choose(), after a doubt about that address. */
  chooseServer(doubted?: string): Promise<string>
}

export type Question = {
  [Call in keyof Questions]: { call: Call; args: Parameters<Questions[Call]> }
}[keyof Questions]

type Level = Parameters<Notice>[0]

export type ToProcess =
  | { action: 'hold'; phones: FoundPhone[] }
  /** Another server is used from now on. */
  | { action: 'server'; address: string }
  | { action: 'answer'; id: number; value?: unknown; error?: string }

export type FromProcess =
  /** Sent every second; a process that is blocked sends none. */
  | { action: 'beat'; rssBytes: number }
  /** Work on a phone begins or ends, so that the agent knows what a process did when it ended. */
  | { action: 'working'; phone: string; isWorking: boolean }
  | { action: 'connected'; phone: string; hardwareId: string; isConnected: boolean }
  /** text: in the language of the terminal. */
  | { action: 'notice'; name: string; level: Level; text: string }
  | { action: 'unusable'; phone: string; state?: UnusableState | undefined }
  | {
      action: 'identityTaken'
      phone: string
      hardwareId?: string | undefined
      isSamePhone?: boolean | undefined
    }
  | { action: 'ask'; id: number; question: Question }
