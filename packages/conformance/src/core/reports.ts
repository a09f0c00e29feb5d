import { type JunitCase, toJunit as junitOf } from './junit.ts'
import type { Result } from './run-checks.ts'

const marks = { passed: '✔', failed: '✘', skipped: '–' } as const

/** For people: one line, and for a failure the rule and the messages. */
export function describeResult({ id, title, rule, outcome, reason, messages }: Result): string {
  const head = `${marks[outcome]} ${id} ${title}`
  if (outcome === 'passed') return head
  if (outcome === 'skipped') return `${head}\n    skipped: ${reason}`
  const arrows = { sent: '→', came: '←' } as const
  const lines = messages.map(
    ({ ms, direction, over, text }) =>
      `      ${String(ms).padStart(6)} ms ${arrows[direction]} ${over}: ${text}`,
  )
  return [`${head}`, `    failed: ${reason}`, `    rule: “${rule}”`, ...lines].join('\n')
}

export function describeTotals(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
}

export const toJson = (peer: string, results: readonly Result[]): string =>
  `${JSON.stringify({ peer, at: new Date().toISOString(), results }, undefined, 2)}\n`

/** As continuous integration reads it. */
export const toJunit = (peer: string, results: readonly Result[]): string =>
  junitOf([{ name: peer, cases: results.map(toCase) }])

function toCase({ id, title, rule, part, outcome, reason, ms, messages }: Result): JunitCase {
  const text = messages.map(({ direction, over, text }) => `${direction} ${over}: ${text}`).join('\n')
  return {
    name: `${id} ${title}`,
    classname: part,
    ms,
    ...(outcome === 'failed' && { failure: { message: reason, text: `${rule}\n${text}` } }),
    ...(outcome === 'skipped' && { skipped: reason }),
  }
}
