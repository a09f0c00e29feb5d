// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '@fleetdeck/i18n/languages'
import { afterEach, expect, test } from 'vitest'
import { useLanguage } from '../../../ground/language.ts'
import { libs } from './libs.ts'
import type { ScriptText, TypeMark } from './protocol.ts'
import { readTypes } from './read-types.ts'
import { ScriptTypes } from './script-types.ts'

const start = async (language: Language = 'en') => {
  useLanguage.setState({ language })
  return new ScriptTypes(await readTypes(), libs)
}
afterEach(() => useLanguage.setState({ language: 'en' }))

const typed = (text: string): ScriptText => ({ text, language: 'ts' })
const marked = (text: string, marks: TypeMark[]) =>
  marks.map(({ from, to, message }) => [text.slice(from, to), message.split('\n')[0]])

async function marksOf(text: string) {
  const types = await start()
  types.answer('text', typed(text))
  return marked(text, types.answer('marks', null))
}

/** The text without its caret, and where it was. */
function atCaret(types: ScriptTypes, text: string, language: ScriptText['language'] = 'ts') {
  types.answer('text', { text: text.replace('|', ''), language })
  return text.indexOf('|')
}

test('wrong types, unknown members and unknown names of TypeScript are marked where they are', async () => {
  expect(await marksOf("const count: number = 'one'\nlogi(count)")).toEqual([
    ['count', "Type 'string' is not assignable to type 'number'."],
  ])
  expect(await marksOf('device.tap(1)')).toEqual([['tap', 'Expected 2-3 arguments, but got 1.']])
  expect(await marksOf("device.find({ tekst: 'x' })")).toEqual([['tekst', expect.stringMatching(/tekst/)]])
  expect(await marksOf("device.find({ text: 'x' })?.bounds.lft")).toEqual([
    ['lft', expect.stringMatching(/lft/)],
  ])
  expect(await marksOf('document.title; process.exit()')).toMatchObject([
    ['document', expect.stringMatching(/document/)],
    ['process', expect.stringMatching(/process/)],
  ])
})

test('what is not only a type is marked, and what scripts may do is not', async () => {
  expect(await marksOf('enum Colour { red }')).toEqual([
    ['Colour', expect.stringMatching(/erasableSyntaxOnly/)],
  ])
  expect(
    await marksOf("if (site.timeZone === 'UTC') return\nconst { size } = new Set([await 1])\nlogi(size)"),
  ).toEqual([])
})

test.each([
  ['zhcn', '不能将类型“string”分配给类型“number”。', '点击屏幕'],
  ['zhtw', "類型 'string' 不可指派給類型 'number'。", '點按螢幕'],
] as const)('messages and descriptions are in %s', async (language, message, described) => {
  const types = await start(language)
  const text = "const count: number = 'one'\nlogi(count)"
  types.answer('text', typed(text))
  expect(marked(text, types.answer('marks', null))).toEqual([['count', message]])
  const hint = types.answer('hint', atCaret(types, 'device.t|ap(1, 2)'))
  expect(hint?.text).toContain(described)
})

test('members, keys and texts are completed by their types, also in JavaScript', async () => {
  const types = await start()
  const names = (text: string, language?: ScriptText['language']) =>
    types.answer('completions', atCaret(types, text, language))?.map(({ name }) => name)
  expect(names("const found = device.find({ text: 'x' })\nfound?.|")).toContain('bounds')
  expect(names("const found = device.find({ text: 'x' })\nfound?.|", 'js')).toContain('bounds')
  expect(names('device.find({ | })')).toContain('textContains')
  expect(names("device.can('|')")).toContain('ocr')
  expect(names("'abc'.|")).toContain('trim')
  expect(names('log|')).toBeUndefined()
  const at = atCaret(types, "'abc'.|")
  expect(types.answer('details', { at, name: 'trim' })?.code).toMatch(/trim\(\): string/)
})

test('what is pointed at is described, and the argument that is typed is named', async () => {
  const types = await start()
  const at = atCaret(types, 'device.swipe(1, |)')
  expect(types.answer('signature', at)?.parts).toEqual([
    'swipe(x1: number, ',
    'y1: number',
    expect.stringMatching(/^, x2: number.*\): void$/),
  ])
  expect(types.answer('hint', atCaret(types, 'device.swi|pe(1, 2, 3, 4)'))).toMatchObject({
    code: expect.stringContaining('swipe'),
    text: expect.stringMatching(/Moves a finger.*\nx1: /),
  })
  expect(types.answer('signature', atCaret(types, 'logi|'))).toBeNull()
})

test('an imported script has its types, and one that is not known has any', async () => {
  const types = await start()
  const text = `import { price } from 'prices'
import shop, { goods } from 'shop@1.0'
import * as tools from './tools.ts'
price.toFixed(2).nothing
shop.any(goods.thing, tools.other)`
  expect(types.answer('text', typed(text))).toEqual(['prices', 'shop@1.0', './tools.ts'])
  expect(marked(text, types.answer('marks', null))).toEqual([])
  const prices = typed("import { base } from 'base'\nexport const price: number = base * 2")
  const given = { prices, 'shop@1.0': null, './tools.ts': null }
  expect(types.answer('modules', given)).toEqual(['base'])
  expect(types.answer('modules', { base: { text: 'export const base = 1', language: 'js' } })).toEqual([])
  expect(marked(text, types.answer('marks', null))).toEqual([['nothing', expect.stringMatching(/'string'/)]])
  expect(types.answer('text', typed("import { prise } from 'prices'"))).toEqual([])
  expect(types.answer('marks', null)).toMatchObject([{ message: expect.stringContaining('prise') }])
})

test('members are completed in a script of a megabyte', async () => {
  const types = await start()
  const lines = Array.from(
    { length: 16_000 },
    (_, at) => `const item${at}: { name: string } = { name: site.timeZone }\n`,
  )
  const text = `${lines.join('')}item1.|\n`
  expect(text.length).toBeGreaterThan(900_000)
  expect(types.answer('completions', atCaret(types, text))).toMatchObject([{ name: 'name' }])
}, 120_000)

test('the libraries are those of the command line', async () => {
  const file = path.resolve(import.meta.dirname, '../../../../../cli/templates/tsconfig.json')
  const { compilerOptions } = JSON.parse(await readFile(file, 'utf8'))
  expect(compilerOptions).toMatchObject({ strict: true, erasableSyntaxOnly: true })
  for (const name of compilerOptions.lib) expect([...libs.keys()]).toContain(`lib.${name.toLowerCase()}.d.ts`)
})
