import { DataScope } from '@fleetdeck/contract/enums'
import { type FormDocument, forms, jsonSchemaDialect } from '@fleetdeck/contract/forms'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const place = { kind: 'field', span: 12, placeholder: '', help: '', disabled: false } as const
const field = (name: string) => ({
  ...place,
  field: name,
  widget: 'input' as const,
  patternMessage: '',
  options: [],
})
const settings = { size: 'middle', labelPosition: 'top', labelWidth: 120, gutter: 16 } as const
const content: FormDocument = {
  $schema: jsonSchemaDialect,
  type: 'object',
  title: 'Visit',
  properties: { city: { type: 'string', title: 'City', pattern: '^[A-Z]' } },
  required: ['city'],
  ui: {
    version: 1,
    settings: { ...settings, disabled: false, buttons: true },
    layout: [{ kind: 'row', span: 24, children: [field('city')] }],
  },
}
const add = (change: object, formName = 'Visit') =>
  site.admin.ask(forms.add, { body: { formName, content: { ...content, ...change } } })
const count = async () => (await site.admin.call(forms.list)).total
const withLayout = (layout: unknown) => ({ ui: { ...content.ui, layout } })

test('a form is saved, found, changed and removed unchanged', async () => {
  const { id } = await site.admin.call(forms.add, { body: { formName: 'Visit', content } })
  expect((await site.admin.call(forms.list)).list).toMatchObject([
    { id, formName: 'Visit', userName: 'admin', partCount: 2 },
  ])
  expect((await site.admin.call(forms.one, { query: { id } })).content).toEqual(content)
  const changed = { ...content, title: '拜访"</script>' }
  await site.admin.call(forms.edit, { body: { id, formName: 'Visit 2', content: changed } })
  expect((await site.admin.call(forms.one, { query: { id } })).content).toEqual(changed)
  await site.admin.call(forms.remove, { body: { ids: [id] } })
  expect(await count()).toBe(0)
})

test('the largest form is saved unchanged', async () => {
  const names = Array.from({ length: 300 }, (_, n) => `f${n}`)
  const large: FormDocument = {
    ...content,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', title: name }])),
    required: names,
    ui: { ...content.ui, layout: names.map(field) },
  }
  const { id } = await site.admin.call(forms.add, { body: { formName: 'Large', content: large } })
  expect((await site.admin.call(forms.list)).list).toMatchObject([{ id, partCount: 300 }])
  expect((await site.admin.call(forms.one, { query: { id } })).content).toEqual(large)
})

test('a name is unique per user', async () => {
  await add({})
  expect((await add({ title: 'x' })).msg).toBe('A form with this name already exists. Enter another name.')
  const role = { permissions: ['system/tools/build/add'], dataScope: DataScope.self }
  const lin = await addHolder(site, { userName: 'lin' }, role)
  expect((await lin.client.ask(forms.add, { body: { formName: 'Visit', content } })).code).toBe(0)
})

describe('refused with a clear message, without any change:', () => {
  const deep = (levels: number): object =>
    levels === 0 ? field('city') : { kind: 'row', span: 24, children: [deep(levels - 1)] }
  const unknownWidget = { ...field('city'), widget: 'iframe' }
  test.each([
    ['an unknown part', withLayout([{ kind: 'script', src: '//x' }]), /unknown component/],
    ['an unknown input', withLayout([unknownWidget]), /unknown component/],
    ['an unknown property', withLayout([{ ...field('city'), onClick: 'x' }]), /Unknown field|unknown/i],
    ['rows too deep', withLayout([deep(5)]), /too deep/],
    ['a field that is twice there', withLayout([field('city'), field('city')]), /must be unique/],
    ['a field without a place', withLayout([]), /missing from the layout/],
    ['code in a name', { properties: { 'a"}/>{evil()': { type: 'string', title: '' } } }, /./],
    ['a name that objects have', { properties: { constructor: { type: 'string', title: '' } } }, /./],
    ['a wrong pattern', { properties: { city: { type: 'string', title: '', pattern: '(' } } }, /regular/],
    ['a type that does not fit', { properties: { city: { type: 'number', title: '' } } }, /does not match/],
    ['another schema', { $schema: 'https://example.com/mine' }, /not created with this form builder/],
    ['too many parts', withLayout(Array.from({ length: 301 }, (_, n) => field(`f${n}`))), /300/],
    ['a hundred thousand', withLayout(Array.from({ length: 100_000 }, () => ({}))), /300/],
  ])('%s', async (_name, change, words) => {
    const { code, msg } = await add(change)
    expect(code).toBe(-1)
    expect(msg).toMatch(words)
    expect(await count()).toBe(0)
  })
  test('a million parts', async () => {
    const answer = await add(withLayout(Array.from({ length: 1_000_000 }, () => ({}))))
    expect(answer.msg).toBe('Too much data for one request. Reduce it and try again.')
    expect(await count()).toBe(0)
  })
})
