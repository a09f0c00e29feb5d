import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './list-address.ts'

const known = { filters: ['name', 'groupId'], sortable: ['id', 'name'] }
const read = (search: string) => readAddress(new URLSearchParams(search), known)

test('an empty address is the first page of 20, unsorted and unfiltered', () => {
  expect(read('')).toEqual({
    filter: {},
    pageNum: 1,
    pageSize: 20,
    orderByColumn: undefined,
    isAsc: undefined,
  })
})

test('a written address is parsed to the same state', () => {
  const address = {
    filter: { name: 'a&b', groupId: '3' },
    pageNum: 4,
    pageSize: 50,
    orderByColumn: 'name',
    isAsc: 'desc' as const,
  }
  const written = writeAddress(new URLSearchParams('tab=x'), address, known)
  expect(read(written.toString())).toEqual(address)
  expect(written.get('tab')).toBe('x')
})

test('defaults are omitted from the address', () => {
  const written = writeAddress(new URLSearchParams('name=a&pageNum=3'), read(''), known)
  expect(written.toString()).toBe('')
})

test('invalid parts of the address are ignored', () => {
  expect(read('pageNum=-2&pageSize=7&orderByColumn=password&isAsc=desc&other=1')).toEqual(read(''))
})
