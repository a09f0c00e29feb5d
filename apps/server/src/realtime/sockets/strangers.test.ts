import { beforeEach, expect, test } from 'vitest'
import { Strangers } from './strangers.ts'

const address = '192.0.2.1'
let strangers: Strangers
let done: string[]
beforeEach(() => {
  strangers = new Strangers(50)
  done = []
})

const come = async (who: 'stranger' | 'user', ip = address) => {
  const isStranger = (outcome: string) => outcome === 'stranger'
  const outcome = await strangers.judged(ip, async () => who, isStranger).catch(({ errorName }) => errorName)
  done.push(outcome)
  return outcome
}
const many = (count: number, who: 'stranger' | 'user') =>
  Promise.all(Array.from({ length: count }, () => come(who)))

test('after five hundred strangers a further one is delayed, and a user of the address is not', async () => {
  await many(500, 'stranger')
  done = []
  await Promise.all([come('stranger'), come('user')])
  expect(done).toEqual(['user', 'stranger'])
  await Promise.all([come('stranger', '192.0.2.2'), come('user', '192.0.2.2')])
  expect(done.slice(2)).toEqual(['stranger', 'user'])
})

test('users never count, however many come at the same time', async () => {
  await many(500, 'user')
  await many(499, 'stranger')
  done = []
  await Promise.all([come('stranger'), come('user')])
  expect(done).toEqual(['stranger', 'user'])
})

test('those that wait are bounded', async () => {
  await many(500, 'stranger')
  const outcomes = await many(700, 'stranger')
  expect(outcomes.filter((outcome) => outcome === 'tooManyRequests')).toHaveLength(150)
  expect(await come('user')).toBe('user')
})

test('a judge that fails counts nothing', async () => {
  const failing = () =>
    strangers.judged(
      address,
      () => Promise.reject(new Error('no database')),
      () => true,
    )
  for (let n = 0; n < 600; n++) await expect(failing()).rejects.toThrow('no database')
  await Promise.all([come('stranger'), come('user')])
  expect(done).toEqual(['stranger', 'user'])
})
