import { Reader } from './reader.ts'
import type { Token } from './tokens.ts'

/** Columns that a fragment may name, keyed by lower-case name. */
export type Columns<Column> = ReadonlyMap<string, Column>

/** A number keeps its digits as written. */
export type Literal = { text: string } | { number: string }
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

export type Condition<Column> =
  | { is: 'all' | 'any'; parts: Condition<Column>[] }
  | { is: 'compare'; column: Column; operator: Comparison; value: Literal }
  | { is: 'like'; column: Column; pattern: string }
  | { is: 'in'; column: Column; values: Literal[] }
  | { is: 'between'; column: Column; low: Literal; high: Literal }
  | { is: 'null' | 'not-null'; column: Column }

const deepest = 50
const comparisons: readonly string[] = ['=', '!=', '<', '<=', '>', '>=']

/**
 * Parses the `query` fragment of a script, such as ` and age like '%2%'`: column, = != < <= > >=, like, in, between, is
 * [not] null, and, or, brackets, texts and numbers. A leading `and` is accepted, because scripts append fragments; a
 * blank text is no condition. Throws UnfitFragment for anything else, including unknown columns.
 */
export function parseCondition<Column>(
  fragment: string,
  columns: Columns<Column>,
): Condition<Column> | undefined {
  const reader = new Reader(fragment)
  if (reader.isAtEnd) return undefined
  reader.takes('word', 'and')
  const condition = new ConditionParser(reader, columns).any(0)
  reader.expectsEnd()
  return condition
}

class ConditionParser<Column> {
  readonly #reader: Reader
  readonly #columns: Columns<Column>

  constructor(reader: Reader, columns: Columns<Column>) {
    this.#reader = reader
    this.#columns = columns
  }

  any(depth: number): Condition<Column> {
    return this.#joined('any', 'or', () => this.#joined('all', 'and', () => this.#one(depth)))
  }

  #joined(is: 'all' | 'any', word: 'and' | 'or', part: () => Condition<Column>): Condition<Column> {
    const first = part()
    const parts = [first]
    while (this.#reader.takes('word', word)) parts.push(part())
    return parts.length === 1 ? first : { is, parts }
  }

  #one(depth: number): Condition<Column> {
    const opening = this.#reader.next
    if (!this.#reader.takes('sign', '(')) return this.#test(takeColumn(this.#reader, this.#columns))
    if (depth === deepest) this.#reader.refuse(opening)
    const inner = this.any(depth + 1)
    this.#reader.expects('sign', ')')
    return inner
  }

  #test(column: Column): Condition<Column> {
    const reader = this.#reader
    const { kind, value: operator } = reader.next
    if (kind === 'sign' && comparisons.includes(operator)) {
      reader.take()
      return { is: 'compare', column, operator: operator as Comparison, value: this.#literal() }
    }
    if (reader.takes('word', 'like')) return { is: 'like', column, pattern: this.#pattern() }
    if (reader.takes('word', 'in')) return { is: 'in', column, values: this.#list() }
    if (reader.takes('word', 'between')) {
      const low = this.#literal()
      reader.expects('word', 'and')
      return { is: 'between', column, low, high: this.#literal() }
    }
    reader.expects('word', 'is')
    const is = reader.takes('word', 'not') ? 'not-null' : 'null'
    reader.expects('word', 'null')
    return { is, column }
  }

  #list(): Literal[] {
    this.#reader.expects('sign', '(')
    const values = [this.#literal()]
    while (this.#reader.takes('sign', ',')) values.push(this.#literal())
    this.#reader.expects('sign', ')')
    return values
  }

  #literal(): Literal {
    const token = this.#reader.next
    if (token.kind !== 'text' && token.kind !== 'number') this.#reader.refuse()
    this.#reader.take()
    return token.kind === 'text' ? { text: token.value } : { number: token.value }
  }

  /** A pattern must not end with an escape character. */
  #pattern(): string {
    const token: Token = this.#reader.next
    const literal = this.#literal()
    if ('number' in literal) return literal.number
    const trailing = /\\*$/.exec(literal.text)?.[0].length ?? 0
    if (trailing % 2 === 1) this.#reader.refuse(token)
    return literal.text
  }
}

/** The column of the next token. */
export function takeColumn<Column>(reader: Reader, columns: Columns<Column>): Column {
  const token = reader.next
  const column = token.kind === 'word' || token.kind === 'name' ? columns.get(token.value) : undefined
  if (column === undefined) reader.refuse()
  reader.take()
  return column
}
