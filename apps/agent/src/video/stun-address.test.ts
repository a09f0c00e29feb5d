import { expect, test } from 'vitest'
import { AddressCache } from './stun-address.ts'

test('an unanswered name is looked up once, and viewers do not wait for it', async () => {
  const lookup: string[] = []
  const book = new AddressCache((host) => {
    lookup.push(host)
    return new Promise(() => {})
  })
  const found = await Promise.all(Array.from({ length: 200 }, () => book.resolve('stun.example')))
  expect(new Set(found)).toEqual(new Set([undefined]))
  expect(lookup).toEqual(['stun.example'])
})

test('a name resolves to its address, a wrong name to none, and an address to itself', async () => {
  const book = new AddressCache(async (host) => {
    if (host === 'wrong.example') throw new Error('ENOTFOUND')
    return { address: '192.0.2.7' }
  })
  expect(await book.resolve('stun.example')).toBe('192.0.2.7')
  expect(await book.resolve('wrong.example')).toBeUndefined()
  expect(await book.resolve('2001:db8::1')).toBe('2001:db8::1')
})
