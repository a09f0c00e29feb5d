import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { fillText } from './fill-text.ts'
import { zhcn } from './zhcn.ts'
import { zhtw } from './zhtw.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const sources = globSync(['packages/{contract,cron}/src/**/*.ts', 'apps/{web,server}/src/**/*.{ts,tsx}'], {
  cwd: root,
})
  .filter((name) => !/\.test\.|\/testing\//.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))

const keys = Object.keys(zhcn)
const areas = new Set(keys.filter((key) => !key.startsWith('/')).map((key) => key.split('.')[0]))
/** Texts with a computed key: those of route paths, and those that generated code may use. */
const composed = [
  /^\//,
  ...sources.flatMap(({ text }) =>
    [...text.matchAll(/`([a-z]\w*\.(?:[\w.]|\$\{[^`{}]*\})*)`/g)]
      .filter(([, template = '']) => template.includes('${'))
      .map(
        ([, template = '']) =>
          new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
      ),
  ),
]

/** Chinese uses all of them, English the others. */
const differing = ['table.andOthers']

const literals = new Set(
  sources.flatMap(({ text }) => [...text.matchAll(/['"`]([\w./*-]+)['"`]/g)].map((match) => match[1])),
)

test('every text used in the code is in the catalogue', () => {
  const missing = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![\w/.@-])'([a-z][A-Za-z]*)\.([A-Za-z][\w.]*)'/g)]
      .map((match) => ({ key: `${match[1]}.${match[2]}`, area: match[1] }))
      .filter(({ key, area }) => areas.has(area) && !keys.includes(key) && !looksLikeSomethingElse(key))
      .map(({ key }) => `${name}: ${key}`),
  )
  expect(missing).toEqual([])
})

test('every text of the catalogue is used', () => {
  const unused = keys.filter((key) => !literals.has(key) && !composed.some((pattern) => pattern.test(key)))
  expect(unused).toEqual([])
})

test('placeholders are the same in the three languages', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()
  for (const key of (keys as (keyof typeof zhcn)[]).filter((name) => !differing.includes(name))) {
    expect(placeholders(zhtw[key]), key).toEqual(placeholders(zhcn[key]))
    expect(placeholders(en[key]), key).toEqual(placeholders(zhcn[key]))
  }
})

test('singular and plural forms refer to a value of the same text', () => {
  for (const [key, text] of Object.entries({ ...zhcn, ...zhtw, ...en }))
    for (const [, name] of text.matchAll(/\{\{(\w+)\|/g)) expect(text, key).toContain(`{{${name}}}`)
  const text = '{{count}} {{count|row goes|rows go}}, {{other}}'
  expect(fillText(text, { count: 1 })).toBe('1 row goes, {{other}}')
  expect(fillText(text, { count: 0 })).toBe('0 rows go, {{other}}')
})

test('no text is empty and the English texts contain no Chinese', () => {
  for (const [key, text] of Object.entries(en)) {
    expect(text.trim(), key).not.toBe('')
    if (!/Chinese|language/i.test(key)) expect(text, key).not.toMatch(/[\u4e00-\u9fff]/)
  }
})

/** Parameter keys and file names look like text keys. */
function looksLikeSomethingElse(key: string): boolean {
  return /\.(ts|tsx|js|css|png|svg|json|zst)$/.test(key) || `parameter.${key}` in zhcn
}
