import { comparePhones, type PhoneMarks } from '@fleetdeck/contract/phone-origin'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import type { TokenFile } from './token-file.ts'

/** The identity is in use: by the same phone on another way, or by one that cannot be told apart. */
export class IdentityInUse extends TerminalError {
  readonly hardwareId: string
  readonly isSamePhone: boolean

  constructor(hardwareId: string, isSamePhone: boolean) {
    super(say('agent.duplicate', { id: hardwareId }))
    this.hardwareId = hardwareId
    this.isSamePhone = isSamePhone
  }
}

export interface Claim {
  hardwareId: string
  /** Where another phone has hardwareId; undefined if the phone tells nothing of its own. */
  ownId: string | undefined
  marks: PhoneMarks
}

/** The identities of the phones in use. No two phones have the same one, and none changes with the order of plugging in. */
export class IdentityClaims {
  readonly #tokens: Pick<TokenFile, 'keeperOf' | 'giveTo'>
  readonly #held = new Map<string, PhoneMarks>()

  constructor(tokens: Pick<TokenFile, 'keeperOf' | 'giveTo'>) {
    this.#tokens = tokens
  }

  get hardwareIds(): string[] {
    return [...this.#held.keys()]
  }

  /**
   * Resolves to the identity under which the phone is used until release(). When two phones have one at the same time,
   * the first keeps it for ever, and the other ones get their own.
   *
   * @throws IdentityInUse
   */
  async claim({ hardwareId, ownId, marks }: Claim): Promise<string> {
    for (const id of [hardwareId, ownId]) {
      const keeper = id && this.#tokens.keeperOf(id)
      if (!id || (keeper && comparePhones(keeper, marks) === 'other')) continue
      const holder = this.#held.get(id)
      if (!holder) {
        this.#held.set(id, marks)
        return id
      }
      const compared = comparePhones(holder, marks)
      if (compared !== 'other') throw new IdentityInUse(id, compared === 'same')
      await this.#tokens.giveTo(id, holder)
    }
    throw new IdentityInUse(hardwareId, false)
  }

  release(hardwareId: string): void {
    this.#held.delete(hardwareId)
  }
}
