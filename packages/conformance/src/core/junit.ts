/** Results as continuous integration reads them. */
export interface JunitSuite {
  name: string
  cases: readonly JunitCase[]
}
export interface JunitCase {
  name: string
  classname: string
  ms: number
  failure?: { message: string; text: string }
  /** Why it was not run. */
  skipped?: string
  /** What it printed. */
  output?: string
}

export const toJunit = (suites: readonly JunitSuite[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites.map(toSuite), '</testsuites>\n'].join(
    '\n',
  )

function toSuite({ name, cases }: JunitSuite): string {
  const failures = cases.filter(({ failure }) => failure).length
  const skipped = cases.filter((each) => each.skipped !== undefined).length
  const time = cases.reduce((sum, { ms }) => sum + ms, 0) / 1000
  return [
    `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}" time="${time}">`,
    ...cases.map(toCase),
    '  </testsuite>',
  ].join('\n')
}

function toCase({ name, classname, ms, failure, skipped, output }: JunitCase): string {
  return [
    `    <testcase classname="${escaped(classname)}" name="${escaped(name)}" time="${ms / 1000}">`,
    ...(skipped === undefined ? [] : [`      <skipped message="${escaped(skipped)}"/>`]),
    ...(failure
      ? [`      <failure message="${escaped(failure.message)}">${escaped(failure.text)}</failure>`]
      : []),
    ...(output ? [`      <system-out>${escaped(output)}</system-out>`] : []),
    '    </testcase>',
  ].join('\n')
}

/** XML 1.0 has no other control characters than tab and line breaks. */
const controls = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text.replace(controls, '?').replace(/[&<>"]/g, (character) => entities[character] ?? '')
