import { describe, expect, test } from 'vitest'
import { isBadSerial } from './bad-serials.ts'
import { readIdentity } from './identity.ts'
import { marksOf, ownHardwareId, parseSources } from './phone-sources.ts'

const border = '\n==fleetdeck==\n'
const own = '0123456789abcdef0123456789abcdef'
const listed = { listedSerial: 'R58M1', sharedSerials: [] }

test('a phone is asked for its own id, that of Android and the address of its Wi-Fi', () => {
  expect(parseSources(['3F0C9A7BE15D2846', 'a4:50:46:12:0f:9e', `${own}\r`].join(border))).toEqual({
    own,
    android: '3f0c9a7be15d2846',
    wifi: 'a45046120f9e',
  })
})

test('values that many phones have identify none', () => {
  expect(parseSources(['9774d56d682e549c', '02:00:00:00:00:00', ''].join(border))).toEqual({})
  expect(parseSources(['null', '00:00:00:00:00:00', 'sh: not found'].join(border))).toEqual({})
  expect(parseSources('')).toEqual({})
})

test('the server gets digests of them, which are equal for equal values only', () => {
  const marks = marksOf({ own, wifi: 'a45046120f9e' })
  expect(Object.keys(marks)).toEqual(['own', 'wifi'])
  expect(Object.values(marks).every((mark) => /^[0-9a-f]{16}$/.test(mark ?? ''))).toBe(true)
  expect(marksOf({ own }).own).toBe(marks.own)
  expect(marksOf({ own: own.toUpperCase() }).own).not.toBe(marks.own)
})

describe('a serial number', () => {
  test.each([
    '0123456789ABCDEF',
    '0123456789abcdef',
    '123456789ABCDEF',
    '1234567890ABCDEF',
    'unknown',
    '0000000000000000',
    '12345678',
    'default',
    'EMULATOR30X0X12X0',
  ])('%s is no identity: the phone gets one of its own', (serial) => {
    expect(isBadSerial(serial)).toBe(true)
    const properties = new Map([['ro.serialno', serial]])
    expect(readIdentity(properties, listed, { own, android: '3f0c' }).identity.hardwareId).toBe(
      `adb-own-${own}`,
    )
  })

  test.each(['R58M12345AB', '9a8b7c6d', 'ZY22K3FGHW', '0a1b2c3d4e5f', '5C061JEA327610'])(
    '%s stays the identity that the console knows',
    (serial) => {
      const properties = new Map([['ro.serialno', serial]])
      expect(readIdentity(properties, listed, { own }).identity.hardwareId).toBe(`adb-${serial}`)
    },
  )

  test('that only the bootloader tells is one, too', () => {
    const properties = new Map([
      ['ro.serialno', 'unknown'],
      ['ro.boot.serialno', 'R58M12345AB'],
    ])
    expect(readIdentity(properties, listed, { own }).identity.hardwareId).toBe('adb-R58M12345AB')
  })

  test('that the operator names as shared is none', () => {
    const options = { listedSerial: 'x', sharedSerials: ['T30S0001'] }
    const properties = new Map([['ro.serialno', 'T30S0001']])
    expect(readIdentity(properties, options, { own }).identity.hardwareId).toBe(`adb-own-${own}`)
  })
})

test('a phone without storage for an id has that of Android, else the address of its Wi-Fi, else its name in adb', () => {
  expect(ownHardwareId({ android: '3f0c9a7b', wifi: 'a45046120f9e' })).toBe('adb-android-3f0c9a7b')
  expect(ownHardwareId({ wifi: 'a45046120f9e' })).toBe('adb-wifi-a45046120f9e')
  expect(readIdentity(new Map(), listed, {}).identity.hardwareId).toBe('adb-R58M1')
})
