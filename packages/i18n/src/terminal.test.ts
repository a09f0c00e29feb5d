import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { differingTerms, wordingFaults } from '@fleetdeck/testing/wording'
import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { say, TerminalError, type TerminalKey, terminalTexts } from './terminal.ts'
import { environmentLanguage, readCommandLine, terminalLanguage } from './terminal-language.ts'
import { alignedLines, usageText } from './terminal-layout.ts'

const { zhcn, zhtw } = terminalTexts
const keys = Object.keys(zhcn) as TerminalKey[]

test('every text of the command lines is used, and by no page of the console', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' })
      .filter((name) => !/\.test\.|\/i18n\/src\/(zhcn|zhtw|en)\//.test(name))
      .map((name) => readFileSync(path.join(root, name), 'utf8'))
      .join('\n')
  const programs = read('{apps/{agent,server}/src,packages/i18n/src,scripts}/**/*.ts')
  const composed = [...programs.matchAll(/say\(`(\w+\.)\$\{\w+\}`/g)].map(([, area = '']) => area)
  const unused = keys.filter(
    (key) => !programs.includes(`'${key}'`) && !composed.some((area) => key.startsWith(area)),
  )
  expect(unused).toEqual([])
  expect(read('apps/web/src/**/*.{ts,tsx}')).not.toMatch(/i18n\/(terminal|\w+\/terminal)/)
})

test('the values of a text are the same in the three languages', () => {
  const valuesOf = (text: string) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)]
      .map(([, name]) => name)
      .sort()
      .join()
  for (const language of languages)
    for (const key of keys) expect(valuesOf(terminalTexts[language][key]), key).toBe(valuesOf(zhcn[key]))
})

for (const language of languages)
  test(`the command lines in ${language} have the words of the glossary and the punctuation of their language`, () => {
    const faults = Object.entries(terminalTexts[language]).flatMap(([key, text]) =>
      wordingFaults(language, text).map((fault) => `${key}: ${fault}: ${text}`),
    )
    expect(faults).toEqual([])
  })

test('a term of the glossary is the same thing in both Chinese catalogues', () => {
  const differing = keys.flatMap((key) =>
    differingTerms(zhcn[key], zhtw[key]).map((term) => `${key}: ${term}`),
  )
  expect(differing).toEqual([])
})

test.each([
  [{}, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'POSIX' }, 'en'],
  [{ LANG: 'fr_FR.UTF-8' }, 'en'],
  [{ LANG: 'en_GB.UTF-8' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zhcn'],
  [{ LANG: 'zh_SG' }, 'zhcn'],
  [{ LANG: 'zh' }, 'zhcn'],
  [{ LANG: 'zh_TW.UTF-8' }, 'zhtw'],
  [{ LANG: 'zh_HK.big5hkscs@radical' }, 'zhtw'],
  [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'zh_TW.UTF-8' }, 'zhtw'],
  [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'zh_TW.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zhcn'],
])('a terminal with %j reads %s', (env, language) => {
  expect(environmentLanguage(env)).toBe(language)
})

test('--lang counts before the environment, in both spellings, and is no other argument', () => {
  const env = { LANG: 'zh_CN.UTF-8' }
  expect(readCommandLine(['restore', '--lang', 'en', 'x.tar'], env)).toEqual({
    language: 'en',
    chosen: 'en',
    rest: ['restore', 'x.tar'],
  })
  expect(readCommandLine(['--lang=zhtw'], env)).toEqual({ language: 'zhtw', chosen: 'zhtw', rest: [] })
  expect(readCommandLine(['move'], env)).toEqual({ language: 'zhcn', chosen: undefined, rest: ['move'] })
})

test('an unknown --lang is an error in the language of the environment', () => {
  const words = ['--lang', 'fr']
  expect(terminalLanguage(words, { LANG: 'zh_TW' })).toBe('zhtw')
  const read = () => readCommandLine(words, {})
  expect(read).toThrow('--lang must be one of zhcn, zhtw, en, not “fr”')
  expect(() => readCommandLine(['--lang'], {})).toThrow(TerminalError)
})

test('lists and texts in a text are in its language, and its message is English', () => {
  const text = say('setting.wrong', {
    name: 'CAPTCHA',
    expected: say('setting.oneOf', { values: ['on', 'off'] }),
  })
  expect(text.in('zhcn')).toBe('设置 CAPTCHA 不正确，应为：on、off 之一')
  expect(new TerminalError(text).message).toBe('The setting CAPTCHA must be one of on, off')
})

test('columns are aligned by the width of Chinese characters', () => {
  const rows = [
    [say('server.console'), 'http://x'],
    [say('server.password'), 'y'],
  ] as const
  expect(alignedLines(rows, 'zhcn')).toEqual(['  控制台  http://x', '  密码    y'])
  expect(alignedLines(rows, 'en')).toEqual(['  Console   http://x', '  Password  y'])
})

test('a usage has its command lines below each other', () => {
  const usage = { commands: ['npm start', 'npm stop'], rows: [['--lang', say('usage.language')]] as const }
  expect(usageText(usage, 'zhtw')).toBe(
    '用法：npm start\n      npm stop\n\n  --lang  輸出的語言（預設與終端機相同）',
  )
})
