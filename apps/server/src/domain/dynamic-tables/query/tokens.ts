import { UnfitFragment } from './unfit-fragment.ts'

export interface Token {
  kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  /** Words in lower case; texts and names without their quotes. */
  value: string
  /** Offset in the fragment. */
  index: number
}

/** UTF-16 units of one fragment. */
export const longestFragment = 20_000

const kinds = [
  ['word', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['name', /`[A-Za-z_][A-Za-z0-9_]*`/y],
  ['number', /-?\d{1,30}(?:\.\d{1,30})?(?![\w.])/y],
  ['sign', /<=|>=|!=|[=<>(),]/y],
] as const
const space = /\s*/y
/** PostgreSQL texts cannot contain these. */
const unstorable = /\0|\p{Surrogate}/u

function matchAt(pattern: RegExp, fragment: string, index: number): string | undefined {
  pattern.lastIndex = index
  return pattern.exec(fragment)?.[0]
}

/**
 * Splits a fragment into words, names in backticks, quoted texts, numbers and symbols; the last token marks the end.
 */
export function tokenize(fragment: string): Token[] {
  if (fragment.length > longestFragment) throw new UnfitFragment(fragment, longestFragment)
  const broken = fragment.search(unstorable)
  if (broken >= 0) throw new UnfitFragment(fragment, broken)
  const tokens: Token[] = []
  let index = 0
  for (;;) {
    index += matchAt(space, fragment, index)?.length ?? 0
    if (index >= fragment.length) return [...tokens, { kind: 'end', value: '', index }]
    const { token, length } = tokenAt(fragment, index)
    tokens.push(token)
    index += length
  }
}

function tokenAt(fragment: string, index: number): { token: Token; length: number } {
  const first = fragment[index] as string
  if (first in quoted) return textAt(fragment, first, index)
  for (const [kind, pattern] of kinds) {
    const found = matchAt(pattern, fragment, index)
    if (found === undefined) continue
    return { token: { kind, value: plain(kind, found), index }, length: found.length }
  }
  throw new UnfitFragment(fragment, index)
}

function plain(kind: Token['kind'], found: string): string {
  if (kind === 'word') return found.toLowerCase()
  return kind === 'name' ? found.slice(1, -1).toLowerCase() : found
}

const quoted: Record<string, RegExp> = {
  "'": /'(?:[^'\\]|''|\\[\s\S])*'/y,
  '"': /"(?:[^"\\]|""|\\[\s\S])*"/y,
}
/** The meaning of a backslash followed by this character, as in MySQL; before any other character it is ignored. */
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', Z: '\u001a' }

/** A text in single or double quotes; a doubled or escaped quote is part of it. */
function textAt(fragment: string, quote: string, index: number): { token: Token; length: number } {
  const found = matchAt(quoted[quote] as RegExp, fragment, index)
  if (found === undefined) throw new UnfitFragment(fragment, index)
  const value = found
    .slice(1, -1)
    .replace(/\\([\s\S])|''|""/g, (pair, escaped: string | undefined, at: number) => {
      if (escaped === undefined) return pair[0] === quote ? quote : pair
      if (escaped === '0') throw new UnfitFragment(fragment, index + 1 + at)
      // For LIKE these two keep their backslash, because they are matched literally.
      return escaped === '%' || escaped === '_' ? pair : (escapes[escaped] ?? escaped)
    })
  return { token: { kind: 'text', value, index }, length: found.length }
}
