import { type Token, tokenize } from './tokens.ts'
import { UnfitFragment } from './unfit-fragment.ts'

/** Reads the tokens of one fragment in order. */
export class Reader {
  readonly #fragment: string
  readonly #tokens: Token[]
  #at = 0

  constructor(fragment: string) {
    this.#fragment = fragment
    this.#tokens = tokenize(fragment)
  }

  get next(): Token {
    return this.#tokens[this.#at] as Token
  }

  get isAtEnd(): boolean {
    return this.next.kind === 'end'
  }

  take(): Token {
    const token = this.next
    if (!this.isAtEnd) this.#at++
    return token
  }

  /** Consumes the next token if it is this word or symbol. */
  takes(kind: 'word' | 'sign', value: string): boolean {
    const isIt = this.next.kind === kind && this.next.value === value
    if (isIt) this.#at++
    return isIt
  }

  expects(kind: 'word' | 'sign', value: string): void {
    if (!this.takes(kind, value)) this.refuse()
  }

  expectsEnd(): void {
    if (!this.isAtEnd) this.refuse()
  }

  /** With the position of the next token, or of the given one. */
  refuse(token: Token = this.next): never {
    throw new UnfitFragment(this.#fragment, token.index)
  }
}
