import { once } from 'node:events'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { dictItems, dictTypes } from '@fleetdeck/contract/dictionaries'
import { DataScope } from '@fleetdeck/contract/enums'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const refused = (msg: string) => ({ code: -1, msg })
const addType = (dictType: string, more: object = {}) =>
  site.admin.ask(dictTypes.add, { body: { dictName: 'Colours', dictType, ...more } })
const addItem = (dictValue: string, more: object = {}) =>
  site.admin.ask(dictItems.add, {
    body: { dictType: 'colour', dictLabel: `L ${dictValue}`, dictValue, dictSort: 1, ...more },
  })
const typeNamed = async (dictType: string) => {
  const [type] = (await site.admin.call(dictTypes.list, { query: { dictType } })).list
  if (!type) throw new Error(`no type ${dictType}`)
  return type
}
const dictionary = (dictType: string, query: object = {}) =>
  site.admin.call(dictItems.dictionary, { query: { dictType, ...query } })

describe('a dictionary', () => {
  test('returns the stored value as key and the label as value, in order, with one default', async () => {
    const { info, values } = await dictionary('sys_user_sex')
    expect(info).toEqual({ name: 'Gender', remark: '' })
    expect(values.map(({ key, value, isDefault }) => [key, value, isDefault])).toEqual([
      ['0', 'Male', 1],
      ['1', 'Female', 0],
      ['2', 'Unknown', 0],
    ])
    const chosen = await dictionary('sys_user_sex', { defaultValue: '2' })
    expect(chosen.values.map(({ isDefault }) => isDefault)).toEqual([0, 0, 1])
  })

  test('uses 0 for enabled and success, labelled in the caller’s language until the site renames it', async () => {
    const labels = async (language: string, dictType: string) =>
      (
        await site.as(site.admin.token, language).call(dictItems.dictionary, { query: { dictType } })
      ).values.map(({ key, value }) => `${key} ${value}`)
    expect(await labels('zhcn', 'sys_normal_disable')).toEqual(['0 启用', '1 停用'])
    expect(await labels('zhtw', 'sys_common_status')).toEqual(['0 成功', '1 失敗'])
    expect(await labels('en', 'task_schedule_type')).toEqual([
      '0 Now',
      '1 At a set time',
      '2 Cron expression',
      '3 Every day',
    ])
    const [item] = (await site.admin.call(dictItems.list, { query: { dictType: 'sys_common_status' } })).list
    await site.admin.call(dictItems.edit, {
      body: {
        dictCode: item?.id,
        dictType: 'sys_common_status',
        dictLabel: 'Fine',
        dictValue: '0',
        dictSort: 1,
      },
    })
    expect(await labels('zhcn', 'sys_common_status')).toEqual(['0 Fine', '1 失败'])
  })

  test('only requires a session, and hides disabled entries', async () => {
    await addType('colour')
    await addItem('red')
    await addItem('blue', { status: 1 })
    const { client } = await addUser(site, { userName: 'lin' })
    const query = { dictType: 'colour' }
    expect((await client.call(dictItems.dictionary, { query })).values).toMatchObject([{ key: 'red' }])
    expect((await client.call(dictTypes.options)).list.map(({ dictType }) => dictType)).toContain('colour')
    expect(await site.nobody.ask(dictItems.dictionary, { query })).toMatchObject({ code: -401 })
    const { id } = await typeNamed('colour')
    await site.admin.call(dictTypes.edit, { body: { id, dictName: 'C', dictType: 'colour', status: 1 } })
    expect(await client.ask(dictItems.dictionary, { query })).toMatchObject({ code: 404 })
  })
})

describe('a type', () => {
  test('starts with a lower-case letter and is unique', async () => {
    for (const wrong of ['', 'Colour', '1colour', 'co-lour', 'col our', '颜色'])
      expect((await addType(wrong)).code, wrong).toBe(-1)
    expect(await addType('colour')).toMatchObject({ code: 0 })
    expect(await addType('colour', { dictName: 'Again' })).toEqual(
      refused('This dictionary type already exists. Enter another one.'),
    )
  })

  test('keeps its values when it is renamed', async () => {
    await addType('colour')
    await addItem('red')
    const { id } = await typeNamed('colour')
    await site.admin.call(dictTypes.edit, { body: { dictId: id, dictName: 'Hues', dictType: 'hue' } })
    expect((await dictionary('hue')).values).toMatchObject([{ key: 'red' }])
    expect(await site.admin.ask(dictItems.dictionary, { query: { dictType: 'colour' } })).toMatchObject({
      code: 404,
    })
    expect(await typeNamed('hue')).toMatchObject({ dictName: 'Hues', enabledCount: 1, disabledCount: 0 })
  })

  test('with values cannot be deleted, nor can a built-in one', async () => {
    await addType('colour')
    await addItem('red')
    const { id } = await typeNamed('colour')
    const remove = (dictIds: number[]) => site.admin.ask(dictTypes.remove, { body: { dictIds } })
    expect(await remove([id])).toEqual(refused('“Colours” still has values. Delete its values first.'))
    const seeded = await typeNamed('sys_user_sex')
    expect((await remove([seeded.id])).msg).toMatch(/^“Gender” is built in/)
    const body = { id: seeded.id, dictName: 'Sex', dictType: 'gender' }
    expect((await site.admin.ask(dictTypes.edit, { body })).msg).toMatch(/^“Gender” is built in/)
    const [item] = (await site.admin.call(dictItems.list, { query: { dictType: 'colour' } })).list
    expect(await site.admin.ask(dictItems.remove, { body: { ids: [item?.id, 9999] } })).toMatchObject({
      code: 404,
    })
    expect(await site.admin.ask(dictItems.remove, { body: { ids: `${item?.id}` } })).toMatchObject({
      code: 0,
    })
    expect(await remove([id])).toMatchObject({ code: 0 })
  })
})

describe('a value', () => {
  beforeEach(async () => {
    await addType('colour')
    await addItem('red')
  })

  test('is unique within its type, which must exist', async () => {
    expect(await addItem('red', { dictLabel: 'other' })).toEqual(
      refused('This dictionary already has this value. Enter another one.'),
    )
    expect(await addItem('red', { dictType: 'nowhere' })).toMatchObject({ code: 404 })
  })

  test('accepts only valid style class names', async () => {
    for (const cssClass of ['a"b', 'a;b', '<b>', '1a', 'a  b', 'url(x)'])
      expect((await addItem('x', { cssClass })).code, cssClass).toBe(-1)
    expect(await addItem('x', { cssClass: 'bold wide-text' })).toMatchObject({ code: 0 })
    expect((await addItem('y', { listClass: 'rainbow' })).code).toBe(-1)
  })

  test('that becomes the default replaces the previous one', async () => {
    await addItem('blue', { isDefault: 1 })
    await addItem('green', { isDefault: 1 })
    const { values } = await dictionary('colour')
    expect(values.filter(({ isDefault }) => isDefault).map(({ key }) => key)).toEqual(['green'])
  })

  test('keeps markup as text', async () => {
    const dictLabel = '<script>alert(1)</script>'
    await addItem('x', { dictLabel, remark: dictLabel })
    const { list } = await site.admin.call(dictItems.list, { query: { dictLabel: '<script' } })
    expect(list).toMatchObject([{ dictLabel, remark: dictLabel, dictCode: list[0]?.id }])
    const one = await site.admin.call(dictItems.one, { query: { dictCode: list[0]?.id } })
    expect(one).toEqual(list[0])
  })

  test('is exported as filtered, with formulas neutralized', async () => {
    await addItem('blue', { dictLabel: '=1+1' })
    const made = await site.admin.call(dictItems.export, { query: { dictType: 'colour', dictLabel: '=' } })
    const rows = await downloadedRows(site, site.admin, made.fileName)
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Type', 'Label', 'Value'],
      ['colour', '\t=1+1', 'blue'],
    ])
  })
})

test('a user with read access changes nothing', async () => {
  const { client } = await addHolder(
    site,
    { userName: 'lin' },
    {
      permissions: ['system/config/dict/type/list', 'system/config/dict/data/list'],
      dataScope: DataScope.all,
    },
  )
  expect(await client.ask(dictTypes.list)).toMatchObject({ code: 0 })
  expect(await client.ask(dictItems.list)).toMatchObject({ code: 0 })
  for (const call of [
    dictTypes.add,
    dictTypes.edit,
    dictTypes.remove,
    dictItems.add,
    dictItems.edit,
    dictItems.remove,
  ])
    expect(await client.ask(call, { body: {} }), call.path).toMatchObject({ code: 403 })
})

test('every open console is notified of a change', async () => {
  const page = TestSocket.browser(site.address, consoleSocketPath, site.admin.token ?? '')
  await once(page.socket, 'open')
  await site.admin.call(dictTypes.add, { body: { dictName: 'Colour', dictType: 'colour' } })
  await page.next('dictionariesChanged')
  await site.admin.call(dictItems.add, {
    body: { dictType: 'colour', dictLabel: 'Blue', dictValue: 'blue', dictSort: 1 },
  })
  await page.next('dictionariesChanged')
  page.socket.close()
  await page.closed
})
