import { expect, test } from 'vitest'
import { SessionShares } from './session-shares.ts'

test('a session that closes all its sockets and opens them again keeps what its frames used up', () => {
  const shares = new SessionShares()
  const take = (at: number) => shares.enter('one')?.rate.take(at, 2 * 1024 * 1024)
  expect(take(5000)).toBe(true)
  shares.leave('one')
  expect(take(5001)).toBe(false)
  expect(shares.enter('other')?.rate.take(5001, 10)).toBe(true)
  shares.leave('one')
  expect(take(6000)).toBe(true)
})
