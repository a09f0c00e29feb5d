import { expect, test } from 'vitest'
import { advanceBody, type Body, newBody } from './body.ts'
import { createProfile } from './profile.ts'

const profile = createProfile(0, 'phone')
const start = Date.UTC(2030, 0, 1)
const idle = { screenOn: true, saver: false }

function after(minutes: number, body: Body, load = idle): Body {
  let next = body
  for (let minute = 1; minute <= minutes; minute++)
    next = advanceBody(next, profile, load, body.at + minute * 60_000)
  return next
}

test('a charging phone gets fuller and warmer, until it is full and is unplugged', () => {
  const body: Body = { ...newBody(profile, start), battery: 50, charging: true, temperature: 28 }
  const later = after(20, body)
  expect(later.battery).toBeGreaterThan(60)
  expect(later.temperature).toBeGreaterThan(34)
  expect(after(60, body).charging).toBe(false)
})

test('a phone in use discharges and is plugged in when its battery is low', () => {
  const body: Body = { ...newBody(profile, start), battery: 20, charging: false }
  expect(after(5, body).battery).toBeLessThan(20)
  expect(after(10, body).charging).toBe(true)
})

test('the battery saver extends the battery life', () => {
  const body: Body = { ...newBody(profile, start), battery: 90, charging: false }
  const saving = after(30, body, { screenOn: true, saver: true })
  expect(saving.battery).toBeGreaterThan(after(30, body).battery)
})

test('values stay plausible over days', () => {
  let body = newBody(profile, start)
  for (let hour = 0; hour < 72; hour++) {
    body = after(60, body)
    expect(body.battery).toBeGreaterThan(5)
    expect(body.battery).toBeLessThanOrEqual(100)
    expect(body.temperature).toBeGreaterThan(20)
    expect(body.temperature).toBeLessThan(45)
    expect(body.freeMemory).toBeGreaterThan(profile.memory * 0.1)
    expect(body.freeMemory).toBeLessThan(profile.memory)
    expect(body.freeStorage).toBeGreaterThan(0)
  }
})

test('the same hardwareId gives the same phone, another one a different phone', () => {
  expect(createProfile(3, 'a')).toEqual(createProfile(3, 'a'))
  expect(createProfile(3, 'a').identity.imei).not.toBe(createProfile(3, 'b').identity.imei)
  expect(createProfile(3, 'a').identity.imei).toMatch(/^86\d{13}$/)
})
