import { differingTerms, wordingFaults } from '@fleetdeck/testing/wording'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { languages } from './languages.ts'
import { zhcn } from './zhcn.ts'
import { zhtw } from './zhtw.ts'

const catalogues = { en, zhcn, zhtw }
const keys = Object.keys(zhcn) as (keyof typeof zhcn)[]

/** Words that an operator may type are lists, and columns of generated features have the names of their database. */
const isText = (key: string) =>
  !key.startsWith('layout.verbNames.') && key !== 'layout.verbLinks' && !/^\w+\.column\./.test(key)

/** The page of scheduled jobs says 任务 for short in simplified Chinese only. */
const callsJobsTasks = (key: string) => key.startsWith('job.')

for (const language of languages)
  test(`texts in ${language} have the words of the glossary and the punctuation of their language`, () => {
    const faults = Object.entries(catalogues[language])
      .filter(([key]) => isText(key))
      .flatMap(([key, text]) => wordingFaults(language, text).map((fault) => `${key}: ${fault}: ${text}`))
    expect(faults).toEqual([])
  })

test('a term of the glossary is the same thing in both Chinese catalogues', () => {
  const differing = keys
    .filter((key) => isText(key) && !callsJobsTasks(key))
    .flatMap((key) => differingTerms(zhcn[key], zhtw[key]).map((term) => `${key}: ${term}`))
  expect(differing).toEqual([])
})
