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
export function toJunit(peer: string, results: readonly Result[]): string {
  const failures = results.filter(({ outcome }) => outcome === 'failed').length
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
  const time = results.reduce((sum, { ms }) => sum + ms, 0) / 1000
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(peer)}" tests="${results.length}" failures="${failures}" skipped="${skipped}" time="${time}">`,
    ...results.map(toCase),
    '</testsuite>\n',
  ].join('\n')
}

function toCase({ id, title, rule, part, outcome, reason, ms, messages }: Result): string {
  const open = `  <testcase classname="${part}" name="${escaped(`${id} ${title}`)}" time="${ms / 1000}">`
  const text = messages.map(({ direction, over, text }) => `${direction} ${over}: ${text}`).join('\n')
  const failure = `    <failure message="${escaped(reason)}">${escaped(`${rule}\n${text}`)}</failure>`
  const inner = { passed: [], failed: [failure], skipped: [`    <skipped message="${escaped(reason)}"/>`] }
  return [open, ...inner[outcome], '  </testcase>'].join('\n')
}

/** XML 1.0 has no other control characters than tab and line breaks. */
const controls = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text.replace(controls, '?').replace(/[&<>"]/g, (character) => entities[character] ?? '')
