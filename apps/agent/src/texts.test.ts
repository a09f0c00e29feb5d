import { languages } from '@fleetdeck/i18n/languages'
import { wordingFaults } from '@fleetdeck/testing/wording'
import { expect, test } from 'vitest'
import { adbTexts } from './drivers/adb/texts.ts'
import { phoneTexts } from './drivers/simulated/texts.ts'
import { agentTexts } from './texts.ts'

/** Every text within an object, by its path. */
const textsIn = (value: unknown, place: string): [place: string, text: string][] =>
  typeof value === 'string'
    ? [[place, value]]
    : Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, `${place}.${key}`))

const placeholders = (text: string) => (text.match(/\{\d\}/g) ?? []).sort()

const objects = { agent: agentTexts, adb: adbTexts, phone: phoneTexts }

test.each(languages)('the texts in %s have the words of the glossary and its punctuation', (language) => {
  const faults = Object.entries(objects)
    .flatMap(([name, texts]) => textsIn(texts[language], name))
    .flatMap(([place, text]) => wordingFaults(language, text).map((fault) => `${place}: ${fault}: ${text}`))
  expect(faults).toEqual([])
})

test('a text has the same placeholders in all languages', () => {
  for (const [name, texts] of Object.entries(objects)) {
    const [source, ...others] = languages.map((language) =>
      textsIn(texts[language], name).map(([place, text]) => [place, placeholders(text)]),
    )
    for (const other of others) expect(other).toEqual(source)
  }
})
