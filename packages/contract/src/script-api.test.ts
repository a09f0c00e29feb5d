import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scriptApi } from './script-api.ts'

const page = readFileSync(new URL('../../../docs/script-api.md', import.meta.url), 'utf8')
const [, ...sections] = page.split(/^## /m)
const sectionsOf = (title: RegExp) => sections.filter((section) => title.test(section)).join('\n')
const named = (text: string) =>
  new Set([...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/\w+/g)))

test.each([
  ['', /^Everywhere/],
  ['console', /^Everywhere/],
  ['ecloud', /^ecloud/],
  ['device', /^device/],
  ['http', /^http/],
] as const)('the page about scripts describes each function of “%s”', (object, title) => {
  const words = named(sectionsOf(title))
  expect(scriptApi[object].filter((name) => !words.has(name))).toEqual([])
})
