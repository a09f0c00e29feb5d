import { expect, test } from 'vitest'
import { namesIn } from './names-in.ts'

const known = new Set(['Admin', 'Sales, north', 'Sales', '客服、售后'])
const names = (cell: string) => namesIn(cell, (name) => known.has(name))

test('names in a cell are separated by commas or semicolons, which known names may contain', () => {
  expect(names('Admin, Sales, north；客服、售后')).toEqual(['Admin', 'Sales, north', '客服、售后'])
  expect(names('Sales,Admin')).toEqual(['Sales', 'Admin'])
  expect(names('Sales, south、Admin')).toEqual(['Sales', 'south', 'Admin'])
  expect(names(' , ;')).toEqual([])
  expect(names('')).toEqual([])
})
