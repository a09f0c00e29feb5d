import type { Field } from './feature.ts'

const samples = {
  boolean: ['true', 'false'],
  time: ["'2026-01-02T03:04:05.000Z'", "'2026-02-03T04:05:06.000Z'"],
  date: ["'2026-01-02'", "'2026-02-03'"],
  number: ['1', '2'],
  string: ["'a'", "'b'"],
  other: ['null', 'null'],
} as const
const idSamples = [
  "'00000000-0000-4000-8000-000000000001'",
  "'00000000-0000-4000-8000-000000000002'",
] as const
const htmlSamples = ["'<p>a</p>'", "'<p>b</p>'"] as const

/** A valid value of the column; the second one differs from the first where possible. */
export function readSample({ languageType, facts, display, link }: Field, second = false): string {
  // The one row that is added to the linked table.
  if (link) return link.isOwn ? 'null' : '1'
  const [one, other] =
    facts.type === 'uuid' ? idSamples : display === 'editor' ? htmlSamples : samples[languageType]
  if (languageType === 'number' && facts.precision !== null && facts.precision === facts.scale) return '0'
  return second ? other : one
}
