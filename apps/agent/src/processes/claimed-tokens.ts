import { type Claim, IdentityInUse } from '../identity-claims.ts'
import { PhoneKey } from '../phone-key.ts'
import type { PhoneRecord, PhoneTokens } from '../token-file.ts'
import type { Questions } from './messages.ts'

/** Tokens and keys of the phones that this process has claimed; the agent that has started it writes the file. */
export class ClaimedTokens implements PhoneTokens {
  readonly #agent: Questions
  readonly #records = new Map<string, PhoneRecord>()
  #signer: string | undefined
  #installation = ''

  constructor(agent: Questions) {
    this.#agent = agent
  }

  /** Of the phones that have been claimed. */
  get installation(): string {
    return this.#installation
  }

  /** As IdentityClaims.claim. */
  async claim(claim: Claim): Promise<string> {
    const answer = await this.#agent.claim(claim)
    if ('inUse' in answer) throw new IdentityInUse(answer.inUse, answer.isSamePhone)
    const { hardwareId, installation, record } = answer
    this.#installation = installation
    this.#records.set(hardwareId, record)
    this.#signer = record.signer ?? this.#signer
    return hardwareId
  }

  async release(hardwareId: string): Promise<void> {
    this.#records.delete(hardwareId)
    await this.#agent.release(hardwareId)
  }

  find(_server: URL, hardwareId: string): string | undefined {
    return this.#records.get(hardwareId)?.token
  }

  signerOf(): string | undefined {
    return this.#signer
  }

  async pinSigner(_server: URL, signer: string): Promise<string> {
    this.#signer = await this.#agent.pinSigner(signer)
    return this.#signer
  }

  authorsOf(_server: URL, hardwareId: string): string[] | undefined {
    return this.#records.get(hardwareId)?.authors
  }

  async pinAuthors(_server: URL, hardwareId: string, authors: string[]): Promise<void> {
    this.#change(hardwareId, { authors })
    await this.#agent.pinAuthors(hardwareId, authors)
  }

  async keyOf(_server: URL, hardwareId: string): Promise<PhoneKey> {
    return new PhoneKey(this.#records.get(hardwareId)?.key ?? '')
  }

  async keep(_server: URL, hardwareId: string, token: string): Promise<void> {
    this.#change(hardwareId, { token })
    await this.#agent.keep(hardwareId, token)
  }

  async forget(_server: URL, hardwareId: string): Promise<void> {
    this.#change(hardwareId, { token: undefined })
    await this.#agent.forget(hardwareId)
  }

  #change(hardwareId: string, change: Partial<PhoneRecord>): void {
    const record = this.#records.get(hardwareId)
    if (record) Object.assign(record, change)
  }
}
