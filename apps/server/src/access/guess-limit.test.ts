import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { InProcessBus } from '../realtime/bus/in-process-bus.ts'
import { RedisBus } from '../realtime/bus/redis-bus.ts'
import { GuessLimit } from './guess-limit.ts'

const address = '192.0.2.1'
const right = async () => 'found'
const wrong = async () => undefined
let limit: GuessLimit
beforeEach(async () => {
  limit = await GuessLimit.open(new InProcessBus(), 'test')
})

async function guess(ip: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await limit.try(ip, wrong)
}
async function guessFromMany(addresses: number, first = 0): Promise<void> {
  for (let n = first; n < first + addresses; n++)
    await limit.try(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, wrong)
}
const isShut = (ip: string) =>
  limit.try(ip, right).then(
    () => false,
    () => true,
  )

test('an address is locked after twenty wrong secrets, and the message says for how many minutes', async () => {
  await guess(address, 19)
  expect(await limit.try(address, right)).toBe('found')
  await guess(address, 1)
  await expect(limit.try(address, right)).rejects.toMatchObject({
    errorName: 'tooManyGuesses',
    values: { minutes: 10 },
  })
  expect(await limit.try('192.0.2.2', right)).toBe('found')
})

test('only wrong secrets count, neither correct ones nor checks that failed', async () => {
  for (let n = 0; n < 30; n++) await limit.try(address, right)
  const failing = () => limit.try(address, () => Promise.reject(new Error('no database')))
  for (let n = 0; n < 30; n++) await expect(failing()).rejects.toThrow('no database')
  expect(await isShut(address)).toBe(false)
})

test('no more than twenty are checked in parallel, and correct ones wait', async () => {
  let together = 0
  let most = 0
  const check = (found: string | undefined) => async () => {
    together += 1
    most = Math.max(most, together)
    await new Promise(setImmediate)
    together -= 1
    return found
  }
  const answers = await Promise.all(Array.from({ length: 200 }, () => limit.try(address, check('found'))))
  expect(answers.every((answer) => answer === 'found')).toBe(true)
  expect(most).toBe(20)
  const guesses = await Promise.allSettled(
    Array.from({ length: 1000 }, () => limit.try(address, check(undefined))),
  )
  expect(guesses.filter(({ status }) => status === 'fulfilled').length).toBe(20)
})

test('guesses from many addresses never unlock a locked address', async () => {
  await guess(address, 20)
  await guessFromMany(60_000)
  expect(await isShut(address)).toBe(true)
})

test('beyond the maximum number of addresses, those with the fewest wrong secrets are dropped first, then the oldest', async () => {
  await guess('192.0.2.2', 1)
  await guess(address, 2)
  await guessFromMany(20_000)
  await guess(address, 18)
  expect(await isShut(address)).toBe(true)
  await guess('192.0.2.2', 19)
  expect(await isShut('192.0.2.2')).toBe(false)
  await guess('10.0.78.31', 19)
  expect(await isShut('10.0.78.31')).toBe(true)
})

test.skipIf(!process.env.TEST_REDIS_URL)('a thousand guesses gain nothing on a second server', async () => {
  const prefix = `guesses-${process.pid}`
  const buses = [1, 2].map(() => RedisBus.connect(process.env.TEST_REDIS_URL ?? '', { prefix }))
  const [here, there] = await Promise.all(buses)
  if (!here || !there) throw new Error('no bus')
  onTestFinished(async () => {
    await here.close()
    await there.close()
  })
  const other = await GuessLimit.open(there, 'test')
  limit = await GuessLimit.open(here, 'test')
  await guess(address, 20)
  await expect
    .poll(() => other.try(address, right).catch(({ errorName }) => errorName))
    .toBe('tooManyGuesses')
})
