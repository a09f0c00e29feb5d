import { expect, test } from 'vitest'
import { layOut, matchTitles } from './file-columns.ts'

const fields = [
  { name: 'name', titles: ['name', '姓名'] },
  { name: 'city', titles: ['city', 'name of the city', '城市'] },
]
const match = (...titles: string[]) => Object.fromEntries(matchTitles(fields, titles))

test('titles are matched without the mark of required columns, the width of letters and the case', () => {
  expect(match('姓名 *', ' CITY')).toEqual({ name: 0, city: 1 })
  expect(match('\ufeffＮame＊', '城市*')).toEqual({ name: 0, city: 1 })
  expect(match('', 'other')).toEqual({})
  expect(match()).toEqual({})
})

test('a column is one field, and of several columns with the title of a field the first is used', () => {
  expect(match('name', 'Name')).toEqual({ name: 0 })
  const alike = [
    { name: 'a', titles: ['a', 'b'] },
    { name: 'b', titles: ['b'] },
  ]
  expect(Object.fromEntries(matchTitles(alike, ['b']))).toEqual({ b: 0 })
  expect(Object.fromEntries(matchTitles(alike, ['b', 'b']))).toEqual({ a: 1, b: 0 })
})

test('blank rows are left out, and columns with a cell are named even without a title', () => {
  const rows = [[], ['Name', 'Size', '', ''], [' ', ''], ['Wei', '', '', 'x'], []]
  expect(layOut(rows, { fields, chosen: undefined, language: 'en' })).toEqual({
    hasTitles: true,
    positions: new Map([['name', 0]]),
    titles: ['Name', 'Size', '', ''],
    lines: [{ row: 4, cells: ['Wei', '', '', 'x'] }],
    ignored: ['Size', 'Column 4'],
  })
})
