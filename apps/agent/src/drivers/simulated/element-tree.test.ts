import { expect, test } from 'vitest'
import { Finger } from '../../testing/finger.ts'
import type { TreeElement } from '../device-driver.ts'

const short = ({ type, id, text }: TreeElement) =>
  [type.replace('android.widget.', ''), id, text].filter(Boolean).join(' ')
const find = (tree: TreeElement[], id: string) => tree.find((element) => element.id === id)

test('the home screen has its apps by name, and its clock', async () => {
  const tree = await new Finger().phone.readTree()
  expect(tree[0]).toMatchObject({ depth: 0, type: 'android.widget.FrameLayout', package: 'home', width: 360 })
  const words = tree.map(short)
  expect(words).toContain('TextView home:id/counter Counter')
  expect(words).toContain('TextView home:id/settings Settings')
  expect(words.filter((word) => word.includes('Counter'))).toHaveLength(1)
  expect(tree.some(({ text }) => /^\d\d:\d\d$/.test(text))).toBe(true)
})

test('switches show their state, and the rows of the settings their texts', async () => {
  const finger = new Finger()
  await finger.open('settings')
  const rows = await finger.phone.readTree()
  const row = rows.findIndex(({ id }) => id === 'settings:id/network')
  expect(rows[row]).toMatchObject({
    type: 'android.widget.LinearLayout',
    clickable: true,
    package: 'settings',
  })
  expect(rows.slice(row + 1, row + 3)).toMatchObject([
    { depth: 2, index: 0, text: 'Network' },
    { depth: 2, index: 1 },
  ])
  await finger.tap(find(rows, 'settings:id/network') as TreeElement)
  const before = find(await finger.phone.readTree(), 'settings:id/bluetooth') as TreeElement
  expect(before).toMatchObject({
    type: 'android.widget.Switch',
    text: 'Bluetooth',
    checkable: true,
    checked: false,
  })
  await finger.tap(before)
  expect(find(await finger.phone.readTree(), 'settings:id/bluetooth')).toMatchObject({ checked: true })
})

test('a field shows its text, its hint and its focus', async () => {
  const finger = new Finger()
  await finger.open('notes')
  const empty = find(await finger.phone.readTree(), 'notes:id/page')
  expect(empty).toMatchObject({ type: 'android.widget.EditText', text: '', focused: true })
  expect(empty?.hint).not.toBe('')
  await finger.phone.typeText('two\nlines')
  const typed = await finger.phone.readTree()
  expect(find(typed, 'notes:id/page')).toMatchObject({ text: 'two\nlines' })
  expect(typed.filter(({ text }) => text === 'two')).toEqual([])
  expect(find(typed, 'notes:id/clear')).toMatchObject({ type: 'android.widget.Button', text: 'Clear' })
  await finger.phone.eraseText(6)
  expect(find(await finger.phone.readTree(), 'notes:id/page')).toMatchObject({ text: 'two' })
})

test('a list is scrollable, and has only what is visible', async () => {
  const finger = new Finger()
  await finger.open('gallery')
  const tree = await finger.phone.readTree()
  expect(find(tree, 'gallery:id/content')).toMatchObject({ scrollable: true, depth: 1 })
  expect(find(tree, 'gallery:id/picture 0')).toMatchObject({ depth: 2, type: 'android.widget.ImageView' })
  expect(find(tree, 'gallery:id/picture 41')).toBeUndefined()
  expect(tree.every(({ y, height }) => y >= 0 && y + height <= 640)).toBe(true)
})

test('the selected city is marked; a dark screen has no elements', async () => {
  const finger = new Finger()
  await finger.open('weather')
  const tree = await finger.phone.readTree()
  expect(tree.filter(({ selected }) => selected).map(({ id }) => id)).toEqual(['weather:id/city 0'])
  await finger.press('power')
  expect(await finger.phone.readTree()).toHaveLength(1)
})

test('a form has fields with hints, a hidden password and a checkbox; rows of lists are no buttons', async () => {
  const finger = new Finger()
  await finger.phone.apps.openLink('club://signup')
  const tap = async (id: string) =>
    finger.tap(find(await finger.phone.readTree(), `club:id/${id}`) as TreeElement)
  if (find(await finger.phone.readTree(), 'club:id/ad_close')) await tap('ad_close')
  const form = await finger.phone.readTree()
  expect(find(form, 'club:id/name')).toMatchObject({
    type: 'android.widget.EditText',
    hint: 'Your name',
  })
  expect(find(form, 'club:id/agree')).toMatchObject({ type: 'android.widget.CheckBox', checked: false })
  expect(find(form, 'club:id/agree')?.text).toContain('terms of use')
  expect(find(form, 'club:id/sign_up')).toMatchObject({ type: 'android.widget.Button', text: 'Sign up' })
  await tap('password')
  await finger.phone.typeText('secret')
  await tap('agree')
  const filled = await finger.phone.readTree()
  expect(find(filled, 'club:id/password')).toMatchObject({
    text: '••••••',
    password: true,
    hint: 'Six characters or more',
  })
  expect(find(filled, 'club:id/agree')).toMatchObject({ checked: true })
  await tap('tab_prices')
  const page = await finger.phone.readTree()
  if (find(page, 'club:id/ad_close')) await tap('ad_close')
  const goods = await finger.phone.readTree()
  const row = goods.findIndex(({ id }) => id === 'club:id/goods_1')
  expect(goods[row]).toMatchObject({ type: 'android.widget.LinearLayout', clickable: true })
  expect(goods[row + 1]).toMatchObject({
    type: 'android.widget.TextView',
    depth: (goods[row]?.depth ?? 0) + 1,
  })
})
