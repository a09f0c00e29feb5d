import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { callPath, functionsOf, scriptObjects } from '@fleetdeck/contract/script-api'
import { capabilities } from '@fleetdeck/contract/script-api/capabilities'
import { describeApi } from '@fleetdeck/contract/script-api/describe'
import { languages } from '@fleetdeck/i18n/languages'
import { scriptApiTexts } from '@fleetdeck/i18n/script-api'
import { wordingFaults } from '@fleetdeck/testing/wording'
import { expect, test } from 'vitest'

const paths = scriptObjects.flatMap((object) => functionsOf(object).map((name) => callPath(object, name)))

test('the pages and the types for editors are those of the typed source', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  execFileSync(process.execPath, ['scripts/script-api.ts', '--check'], { cwd: root, stdio: 'pipe' })
})

test('every function has a text, and every text a function', () => {
  expect(Object.keys(scriptApiTexts.en.calls).sort()).toEqual([...paths].sort())
  expect(Object.keys(scriptApiTexts.en.capabilities).sort()).toEqual([...capabilities].sort())
})

test('every text of an argument or field is shown somewhere', () => {
  const { calls, types } = describeApi(scriptApiTexts.en)
  const shown = new Set([
    ...calls.flatMap(({ path, args }) => args.flatMap(({ name }) => [name, `${path}.${name}`])),
    ...[...types.values()].flatMap(({ name: type, fields }) =>
      fields.flatMap(({ name }) => [name, `${type}.${name}`]),
    ),
  ])
  expect(Object.keys(scriptApiTexts.en.fields).filter((key) => !shown.has(key))).toEqual([])
})

test.each(languages)('the texts in %s have the words of the glossary', (language) => {
  const { calls, fields, capabilities: named } = scriptApiTexts[language]
  const faults = Object.entries({ ...calls, ...fields, ...named }).flatMap(([key, text]) =>
    wordingFaults(language, text).map((fault) => `${key}: ${fault}: ${text}`),
  )
  expect(faults).toEqual([])
})
