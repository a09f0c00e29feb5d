import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Surplus } from './surplus.ts'

const count = (own: number, others: number[], moving = 0) => new Surplus().count({ own, moving, others })

test('a server hands phones over when it has clearly more than its share', () => {
  expect(count(300, [0])).toBe(147)
  expect(count(311, [5])).toBe(149)
  expect(count(900, [300, 0])).toBe(492)
})

test('it keeps them when the difference is small, in phones or in proportion', () => {
  expect(count(30, [0])).toBe(0)
  expect(count(170, [130])).toBe(0)
  expect(count(1200, [1000])).toBe(0)
  expect(count(300, [])).toBe(0)
})

test('once it hands phones over it goes on to the mean, and phones on their way count there', () => {
  const surplus = new Surplus()
  const load = (own: number, other: number, moving = 0) => surplus.count({ own, moving, others: [other] })
  expect(load(300, 0)).toBeGreaterThan(0)
  expect(load(170, 130)).toBe(17)
  expect(load(160, 130, 10)).toBe(7)
  expect(load(156, 144, 10)).toBe(0)
  expect(load(156, 144)).toBe(3)
  expect(load(153, 147)).toBe(0)
  expect(load(170, 130)).toBe(0)
})

/** One round of all servers; a load balancer gives every phone to the server with the fewest. */
function balance(servers: readonly Surplus[], phones: number[]): boolean {
  const before = [...phones]
  let moved = 0
  for (const [at, server] of servers.entries()) {
    const others = before.filter((_, other) => other !== at)
    const surplus = server.count({ own: before[at] ?? 0, moving: 0, others })
    moved += surplus
    phones[at] = (phones[at] ?? 0) - surplus
    for (let phone = 0; phone < surplus; phone++) {
      const least = phones.indexOf(Math.min(...phones))
      phones[least] = (phones[least] ?? 0) + 1
    }
  }
  return moved > 0
}

test('servers that follow it end balanced, and never send the same phones back and forth', () => {
  const loads = fc.array(fc.nat({ max: 2000 }), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(loads, (phones) => {
      const servers = phones.map(() => new Surplus())
      let rounds = 0
      while (balance(servers, phones)) rounds += 1
      expect(rounds).toBeLessThan(20)
      const mean = phones.reduce((sum, one) => sum + one, 0) / phones.length
      expect(Math.max(...phones)).toBeLessThanOrEqual(Math.max(mean * 1.2, mean + 20) + 1)
    }),
    { numRuns: 200 },
  )
})
