import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { phoneChecks } from './phone/phone-checks.ts'
import { serverChecks } from './server/server-checks.ts'

const doc = readFileSync(new URL('../../../docs/device-protocol.md', import.meta.url), 'utf8').replace(
  /\s+/g,
  ' ',
)
const checks = [...serverChecks, ...phoneChecks]

test('each rule of the checks stands in the protocol', () => {
  expect(checks.filter(({ rule }) => !doc.includes(rule)).map(({ id, rule }) => `${id} ${rule}`)).toEqual([])
})

test('each number is given once, and names the side that it checks', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  expect(serverChecks.every(({ id }) => /^S-\d{3}$/.test(id))).toBe(true)
  expect(phoneChecks.every(({ id }) => /^P-\d{3}$/.test(id))).toBe(true)
})
