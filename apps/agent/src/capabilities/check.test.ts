import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { expect, test } from 'vitest'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { PhoneChecker } from './check.ts'

const works: CheckFinding = { code: 'input', level: 'works', values: {} }
const broken: CheckFinding = { code: 'input', level: 'mustBeMended', values: {} }
const storage: CheckFinding = { code: 'storage', level: 'limited', values: { bytes: 1 } }

function checker(check: () => Promise<CheckFinding[]>) {
  const sent: PhoneFrame[] = []
  const uplink = { send: (frame: PhoneFrame) => sent.push(frame) > 0, sendPicture: () => true }
  const driver = { check } as DeviceDriver
  return { sent, check: new PhoneChecker({ driver, uplink, notice: () => {}, siteMs: () => 5000 }) }
}
const findingsOf = (frame: PhoneFrame | undefined) => (frame?.action === 'check' ? frame.findings : undefined)

test('a phone is checked once when it connects, and its result is sent again after each connection', async () => {
  let runs = 0
  const { sent, check } = checker(() => Promise.resolve(runs++ ? [] : [works, storage]))
  check.connected()
  await expect.poll(() => sent.length).toBe(1)
  check.connected()
  expect(sent.map(findingsOf)).toEqual([
    [works, storage],
    [works, storage],
  ])
  expect(runs).toBe(1)
})

test('what is found in between replaces that part of the result, with the time of the check', async () => {
  const { sent, check } = checker(() => Promise.resolve([works, storage]))
  check.start()
  await expect.poll(() => sent.length).toBe(1)
  check.take(broken)
  expect(sent.at(-1)).toMatchObject({ action: 'check', findings: [broken, storage] })
  expect(sent.at(-1)).toMatchObject({ at: expect.any(Number) })
})

test('requests during a check share its result', async () => {
  const ended = Promise.withResolvers<CheckFinding[]>()
  let runs = 0
  const { sent, check } = checker(() => {
    runs++
    return ended.promise
  })
  check.start()
  check.start()
  ended.resolve([works])
  await expect.poll(() => sent.length).toBe(1)
  expect(runs).toBe(1)
})
