import { terms, wordingFaults } from '@fleetdeck/testing/wording'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { languages } from './languages.ts'
import { zhcn } from './zhcn.ts'
import { zhtw } from './zhtw.ts'

const catalogues = { en, zhcn, zhtw }
const keys = Object.keys(zhcn) as (keyof typeof zhcn)[]

/** Words that an operator may type are lists, not texts. */
const isText = (key: string) => !key.startsWith('layout.verbNames.') && key !== 'layout.verbLinks'

for (const language of languages)
  test(`texts in ${language} have the words of the glossary and the punctuation of their language`, () => {
    const faults = Object.entries(catalogues[language])
      .filter(([key]) => isText(key))
      .flatMap(([key, text]) => wordingFaults(language, text).map((fault) => `${key}: ${fault}: ${text}`))
    expect(faults).toEqual([])
  })

test('a term of the glossary is the same thing in both Chinese catalogues', () => {
  const differing = keys.filter(isText).flatMap((key) =>
    terms
      .filter(({ zhcn: words }) => words.some((word) => word.length > 1 && zhcn[key].includes(word)))
      .filter(({ zhtw: words }) => !words.some((word) => zhtw[key].includes(word)))
      .map((term) => `${key}: ${term.zhcn} is ${term.zhtw}: ${zhcn[key]} / ${zhtw[key]}`),
  )
  expect(differing).toEqual([])
})
