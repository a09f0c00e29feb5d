import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchesQuirk, Quirk } from './quirk.ts'
import { quirks } from './quirks.ts'

const properties = (given: Record<string, string>) => new Map(Object.entries(given))

test('every file of a quirk is in the list, and each has an id of its own', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !/^quirks?(\.test)?\.ts$/.test(name))
  expect(quirks.map(({ id }) => `${id}.ts`).sort()).toEqual(files.sort())
  expect(quirks.length).toBeGreaterThanOrEqual(10)
})

describe.each(quirks.map((quirk) => [quirk.id, quirk] as const))('%s', (_, quirk) => {
  test('is valid and names where it was published', () => {
    expect(Quirk.parse(quirk)).toEqual(quirk)
    expect(quirk.source).toMatch(/^https:\/\//)
  })

  test('matches its phones and no others', () => {
    for (const phone of quirk.examples)
      expect(matchesQuirk(quirk, properties(phone)), JSON.stringify(phone)).toBe(true)
    for (const phone of quirk.others)
      expect(matchesQuirk(quirk, properties(phone)), JSON.stringify(phone)).toBe(false)
  })
})
