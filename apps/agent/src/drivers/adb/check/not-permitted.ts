import type { CheckCode } from '@fleetdeck/contract/check-codes'

/** The phone does not permit it, and a person has to change that on the phone. */
export class NotPermitted extends Error {
  readonly code: CheckCode

  constructor(code: CheckCode, message: string) {
    super(message)
    this.code = code
  }
}
