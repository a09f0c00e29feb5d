import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '@fleetdeck/i18n/languages'

const glossary = readFileSync(path.resolve(import.meta.dirname, '../../../docs/glossary.md'), 'utf8')
const [termPart = '', avoidPart = ''] = glossary.split('## Words to avoid')
const headings = { en: '### English', zhcn: '### 简体中文', zhtw: '### 繁體中文' } as const

const rows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Not|English) /.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const listed = (cell = '') =>
  cell
    .split(/[,、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The terms of the glossary in the three languages; the counted noun in brackets is left out. */
const terms = rows(termPart).map(([en, zhcn, zhtw]) => ({
  en: listed(en),
  zhcn: listed(zhcn?.replace(/（.*?）/g, '')),
  zhtw: listed(zhtw?.replace(/（.*?）/g, '')),
}))

const avoidedWords = (language: Language) =>
  rows((avoidPart.split(`${headings[language]}\n`)[1] ?? '').split('\n#')[0] ?? '').flatMap(
    ([not, instead = '', except]) =>
      listed(not).map((word) => ({
        word,
        instead,
        except: listed(except),
        pattern:
          language === 'en'
            ? new RegExp(`\\b${escaped(word)}${/\w$/.test(word) ? '\\b' : ''}`, 'i')
            : new RegExp(escaped(word)),
      })),
  )
const avoided = { en: avoidedWords('en'), zhcn: avoidedWords('zhcn'), zhtw: avoidedWords('zhtw') }

const han = '\\p{Script=Han}'
const sentenceEnds = { en: /[.?!](?=\s+[\p{Lu}“{])/u, zhcn: /[。？！](?=.)/u, zhtw: /[。？！](?=.)/u }
const abbreviations = /\b(e\.g|i\.e|etc|vs|approx)\./g

const punctuation: Record<Language, readonly (readonly [string, RegExp])[]> = {
  en: [
    ['straight quotes', /(?<!\{[^{}]*)["'](?![^{}]*\})/],
    ['three dots', /\.\.\./],
    ['an exclamation mark', /!(?=\s|$)/],
    ['a space before %', /[\d}]\s%/],
    ['a space before a mark', /\w\s[,;:.?!](?=\s|$)/],
    ['two spaces', / {2}/],
    ['Chinese punctuation', /[，。：；（）、「」]/],
  ],
  zhcn: chinesePunctuation('“', '”', /[「」『』]/),
  zhtw: chinesePunctuation('「', '」', /[“”‘’]/),
}

function chinesePunctuation(open: string, close: string, otherQuotes: RegExp) {
  return [
    ['half-width punctuation', new RegExp(`[${han}${close}}）][,;:!?()]|[,;:!?()][${han}${open}（]`, 'u')],
    ['straight quotes', /(?<!\{[^{}]*)["'](?![^{}]*\})/],
    ['the quotes of the other script', otherQuotes],
    ['three dots', /\.\.\.|…{2}/],
    ['an exclamation mark', /！/],
    ['a space before %', /[\d}]\s%/],
    ['no space beside letters or numbers', new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`, 'u')],
    ['no space beside a value', new RegExp(`${han}\\{\\{|\\}\\}${han}`, 'u')],
    ['a space between Chinese characters', new RegExp(`[${han}，。：；、（）] +[${han}，。：；、（）]`, 'u')],
  ] as const
}

/** The violations of docs/glossary.md and of the rules of punctuation in a text; empty without any. */
export function wordingFaults(language: Language, text: string): string[] {
  const plain = text.replace(/\{\{\w+/g, '{{')
  const words = avoided[language]
    .filter(({ except, pattern }) =>
      pattern.test(except.reduce((rest, phrase) => rest.replaceAll(phrase, ''), plain)),
    )
    .map(({ word, instead }) => `“${word}” (write: ${instead})`)
  const marks = punctuation[language].filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
  return [...words, ...marks, ...finalStop(language, text)]
}

/** Longest first, so that 定时任务 is not taken for 任务. */
const pairs = terms
  .flatMap(({ zhcn: words, zhtw: others }) => words.map((word) => ({ word, others })))
  .filter(({ word }) => word.length > 1)
  .sort((one, other) => other.word.length - one.word.length)

/** The terms of a simplified text that its traditional one says in another way; empty without any. */
export function differingTerms(simplified: string, traditional: string): string[] {
  let rest = simplified
  return pairs.flatMap(({ word, others }) => {
    if (!rest.includes(word)) return []
    rest = rest.replaceAll(word, '')
    return others.some((other) => traditional.includes(other)) ? [] : [`${word} is ${others}: ${traditional}`]
  })
}

/** One sentence has no full stop; several have one after each. */
function finalStop(language: Language, text: string): string[] {
  const plain = text.replace(abbreviations, '$1')
  const isStopped = language === 'en' ? /[^.]\.$/.test(plain) : /。$/.test(plain)
  const several = sentenceEnds[language].test(plain)
  if (several && !/[.?!。？！…：:}]$/.test(plain)) return ['no stop after the last sentence']
  return !several && isStopped ? ['a stop after a single sentence'] : []
}
