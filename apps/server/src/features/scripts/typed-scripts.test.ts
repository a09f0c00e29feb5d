import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { ScriptId } from '@fleetdeck/contract/ids'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { scripts, scriptTries, scriptUpload } from '@fleetdeck/contract/scripts'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const typed = 'const count: number = 1\nlogi(count)'
const ask = (body: object) =>
  site.admin.ask(scripts.add, { body: { platformId: 1, version: '1.0', content: typed, ...body } as never })
async function add(body: object) {
  const answer = await ask(body)
  expect(answer).toMatchObject({ code: 0 })
  return (answer.data as { id: ScriptId }).id
}
const edit = (id: ScriptId, body: object) =>
  site.admin.ask(scripts.edit, { body: { id, scriptName: 'Buy', platformId: 1, ...body } as never })
const fileOf = async (id: ScriptId) => (await site.admin.call(scripts.one, { query: { id } })).originalName

async function upload(name: string, content: string) {
  const body = new FormData()
  body.set('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${site.admin.token}`, 'accept-language': 'en' }
  const answer = await fetch(site.address + scriptUpload.path, { method: 'POST', headers, body })
  return (await answer.json()) as { code: number; msg: string; data: { fileName: string } }
}

test('a script is written in TypeScript by choice, or by its name, and keeps its language', async () => {
  const id = await add({ scriptName: 'Buy', scriptLanguage: 'ts' })
  expect(await fileOf(id)).toBe('Buy.ts')
  expect(await edit(id, { version: '1.1', content: 'let name: string' })).toMatchObject({ code: 0 })
  expect(await fileOf(id)).toBe('Buy.ts')
  expect(await fileOf(await add({ scriptName: 'sell.ts' }))).toBe('sell.ts')
  expect(await fileOf(await add({ scriptName: 'rent.js', content: '1' }))).toBe('rent.js')
  expect(await fileOf(await add({ scriptName: 'lend.js', scriptLanguage: 'ts' }))).toBe('lend.ts')
  expect(await ask({ scriptName: 'Coffee', scriptLanguage: 'coffee' })).toMatchObject({ code: -1 })
})

test('a script changes its language with a new version, even with the same text', async () => {
  const id = await add({ scriptName: 'Buy', content: 'logi(1)' })
  const same = { content: 'logi(1)', scriptLanguage: 'ts' }
  expect((await edit(id, { version: '1.0', ...same })).msg).toMatch(/1\.0/)
  expect(await fileOf(id)).toBe('Buy.js')
  expect(await edit(id, { version: '2.0', ...same })).toMatchObject({ code: 0 })
  expect(await fileOf(id)).toBe('Buy.ts')
  expect(await edit(id, { version: '3.0', content: 'logi(2)', scriptLanguage: 'js' })).toMatchObject({
    code: 0,
  })
  expect(await fileOf(id)).toBe('Buy.js')
})

test.each([
  ['enum Colour { red }', 'en', /^Line 2, column 1 of “Buy”: .*enum.*Use JavaScript instead of enums/],
  ['namespace Shop { export const one = 1 }', 'en', /^Line 2, column 1 of “Buy”: .*namespace/],
  [
    'class Shop { constructor(private name: string) {} }',
    'en',
    /^Line 2, column 34 of “Buy”: .*parameter propert/,
  ],
  ['enum Colour { red }', 'zhcn', /^“Buy”第 2 行第 1 列：.*请改用 JavaScript/],
  ['enum Colour { red }', 'zhtw', /^「Buy」第 2 行第 1 個字元：.*請改用 JavaScript/],
  ["\tconst 茶 = '🍵'; enum Colour { red }", 'en', /^Line 2, column 18 of/],
  ['const one = {', 'en', /^Line 2, column 14 of/],
  ['const one: = 1', 'en', /^Line 2, column 12 of “Buy”: /],
])(
  '%s is refused in %s with its line, when it is saved and when it is tried',
  async (line, language, said) => {
    await fixture.phone(1)
    const content = `// first\n${line}`
    const author = site.as(site.admin.token, language)
    const saved = await author.ask(scripts.add, {
      body: { scriptName: 'Buy', platformId: 1, version: '1', content, scriptLanguage: 'ts' } as never,
    })
    expect(saved.msg).toMatch(said)
    const body = { deviceNo: 'A1', content, scriptName: 'Buy', scriptLanguage: 'ts' as const }
    expect((await author.ask(scriptTries.tryOut, { body })).msg).toMatch(said)
  },
)

test('a text is tried in the language that is chosen, otherwise in that of its script or name', async () => {
  const phone = await fixture.phone(1)
  const id = await add({ scriptName: 'Buy', scriptLanguage: 'ts' })
  const endingOf = async (body: object) => {
    await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content: typed, ...body } })
    const { scriptUrl } = (await phone.next('task')) as TaskOrder
    return /\.\w+$/.exec(scriptUrl)?.[0]
  }
  expect(await endingOf({ scriptId: id })).toBe('.ts')
  expect(await endingOf({ scriptId: id, scriptLanguage: 'js' })).toBe('.js')
  expect(await endingOf({ scriptName: 'new.ts' })).toBe('.ts')
  expect(await endingOf({ scriptName: 'new', scriptLanguage: 'ts' })).toBe('.ts')
  expect(await endingOf({ scriptName: 'new' })).toBe('.js')
})

test('TypeScript files are uploaded by default, unless the site allows others', async () => {
  const { data } = await upload('buy.ts', typed)
  const id = await add({ scriptName: 'Buy', content: undefined, fileName: data.fileName })
  expect(await fileOf(id)).toBe('buy.ts')
  expect((await site.admin.call(scripts.limits)).types).toEqual(['js', 'ts'])
  await site.deps.parameters.set('script.fileType', 'js')
  expect(await upload('buy.ts', typed)).toMatchObject({ code: -1 })
  expect((await site.admin.call(scripts.limits)).types).toEqual(['js'])
})

test('scripts in both languages import each other', async () => {
  await add({ scriptName: 'two', content: 'export const two = 2' })
  await add({
    ...{ scriptName: 'four', scriptLanguage: 'ts' },
    content: 'import { two } from "two"\nexport const four: number = two * 2',
  })
  const id = await add({ scriptName: 'Buy', content: 'import { four } from "four"\nlogi(four)' })
  const imports = await site.admin.call(scripts.imports, { query: { id } })
  expect(imports.map(({ name }) => name).sort()).toEqual(['four', 'two'])
})

test('a hot update has the language of its script', async () => {
  const scriptId = await add({ scriptName: 'Buy', scriptLanguage: 'ts' })
  const body = { hotName: 'Fix', scriptId, version: '2', content: 'enum Wrong { one }' }
  expect((await site.admin.ask(hotScripts.add, { body })).msg).toMatch(/^Line 1, column 1 of “Buy”/)
  await site.admin.call(hotScripts.add, { body: { ...body, content: `${typed}\n` } })
  const rows = await site.admin.call(scripts.versions, { query: { id: ScriptId.parse(scriptId) } })
  expect(rows.map(({ originalName }) => originalName)).toEqual(['Fix.ts', 'Buy.ts'])
})
