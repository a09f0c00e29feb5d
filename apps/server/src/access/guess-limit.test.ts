import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { InProcessBus } from '../realtime/bus/in-process-bus.ts'
import { RedisBus } from '../realtime/bus/redis-bus.ts'
import { GuessLimit } from './guess-limit.ts'

const address = '192.0.2.1'
const right = async () => 'found'
const wrong = async () => undefined
let guesses = 0
const another = () => `guess ${++guesses}`
let limit: GuessLimit
beforeEach(async () => {
  limit = await GuessLimit.open(new InProcessBus(), 'test', 50)
})

async function guess(ip: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await limit.try(ip, another(), wrong)
}
async function guessFromMany(addresses: number, first = 0): Promise<void> {
  for (let n = first; n < first + addresses; n++)
    await limit.try(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, another(), wrong)
}
const isSlowed = (ip: string) =>
  limit.try(ip, another(), wrong).then(
    () => false,
    () => true,
  )

test('after twenty wrong secrets of an address a wrong one is refused, with the minutes to wait, and a right one passes', async () => {
  await guess(address, 19)
  expect(await limit.try(address, 'key', right)).toBe('found')
  await guess(address, 1)
  await expect(limit.try(address, 'guess', wrong)).rejects.toMatchObject({
    errorName: 'tooManyGuesses',
    values: { minutes: 10 },
  })
  expect(await limit.try(address, 'key', right)).toBe('found')
  expect(await limit.try('192.0.2.2', 'guess', wrong)).toBeUndefined()
})

test('a right secret waits its turn among many wrong ones of its address, of which a bounded number waits', async () => {
  const outcome = (guess: Promise<unknown>) => guess.catch(({ errorName }) => errorName)
  await guess(address, 20)
  const answers = Array.from({ length: 119 }, () => outcome(limit.try(address, another(), wrong)))
  const found = outcome(limit.try(address, 'key', right))
  const refused = outcome(limit.try(address, 'key', right))
  expect(await refused).toBe('tooManyRequests')
  expect(await found).toBe('found')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['tooManyGuesses']))
})

test('the same wrong secret from many addresses is refused like many of one address', async () => {
  for (let n = 0; n < 20; n++) await limit.try(`198.51.100.${n}`, 'old key', wrong)
  await expect(limit.try(address, 'old key', wrong)).rejects.toMatchObject({ errorName: 'tooManyGuesses' })
  expect(await limit.try(address, 'other key', wrong)).toBeUndefined()
})

test('only wrong secrets count, neither correct ones nor checks that failed', async () => {
  for (let n = 0; n < 30; n++) await limit.try(address, 'key', right)
  const failing = () => limit.try(address, another(), () => Promise.reject(new Error('no database')))
  for (let n = 0; n < 30; n++) await expect(failing()).rejects.toThrow('no database')
  expect(await isSlowed(address)).toBe(false)
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
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => limit.try(address, 'key', check('found'))),
  )
  expect(answers.every((answer) => answer === 'found')).toBe(true)
  expect(most).toBe(20)
  const guesses = await Promise.allSettled(
    Array.from({ length: 1000 }, () => limit.try(address, another(), check(undefined))),
  )
  expect(guesses.filter(({ status }) => status === 'fulfilled').length).toBe(20)
})

test('guesses from many addresses never free an address that is over the limit', async () => {
  await guess(address, 20)
  await guessFromMany(60_000)
  expect(await isSlowed(address)).toBe(true)
})

test('beyond the maximum number of addresses, those with the fewest wrong secrets are dropped first, then the oldest', async () => {
  await guess('192.0.2.2', 1)
  await guess(address, 2)
  await guessFromMany(20_000)
  await guess(address, 18)
  expect(await isSlowed(address)).toBe(true)
  await guess('192.0.2.2', 19)
  expect(await isSlowed('192.0.2.2')).toBe(false)
  await guess('10.0.78.31', 19)
  expect(await isSlowed('10.0.78.31')).toBe(true)
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
    .poll(() => other.try(address, another(), wrong).catch(({ errorName }) => errorName))
    .toBe('tooManyGuesses')
})
