import { expect, test } from 'vitest'
import { deviceBatches } from './device-batches.ts'
import { timeInput } from './endpoint.ts'
import { EnrolmentCodeDraft } from './enrolment-codes.ts'
import { siteClock, withSiteZone } from './site-time.ts'

const read = (text: string, zone = 'Asia/Shanghai') =>
  withSiteZone(
    () => zone,
    () => timeInput.safeParse(text).data,
  )

test('a time without a zone is one of the site', () => {
  expect(read('2027-12-31 23:59:59')).toBe('2027-12-31T15:59:59.000Z')
  expect(read('2027-12-31 23:59:59', 'America/New_York')).toBe('2028-01-01T04:59:59.000Z')
  expect(read('2027-12-31T23:59:59+01:00')).toBe('2027-12-31T23:59:59+01:00')
})

test.each([
  ['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
  ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ['America/New_York', '2026-03-08 01:59:59', '2026-03-08T06:59:59.000Z'],
  ['America/New_York', '2026-03-08 03:00:00', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01 02:00:00', '2026-11-01T07:00:00.000Z'],
])('around a change of clocks in %s, %s is %s', (zone, text, time) => {
  expect(read(text, zone)).toBe(time)
})

test('what is written is read as the same time, all year', () => {
  for (const zone of ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC'])
    for (let day = 0; day < 365; day += 1) {
      const time = new Date(Date.UTC(2027, 0, 1 + day, day % 24, 30))
      expect(read(siteClock(zone)(time), zone)).toBe(time.toISOString())
    }
})

test.each([
  '2027-02-30 00:00:00',
  '2027-12-31 24:00:00',
  '2027-12-31',
  '2027-12-31 23:59',
  '2027-12-31T23:59:59',
  '31.12.2027 23:59:59',
  'tomorrow',
  '',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-05:00',
])('%s is no time', (text) => {
  const { error } = withSiteZone(
    () => 'UTC',
    () => timeInput.safeParse(text),
  )
  expect(error?.issues[0]?.message).toBe('error.timeFormat')
})

test('devices and enrolment codes end at such times too', () => {
  const time = '2027-12-31 23:59:59'
  const [device, code] = withSiteZone(
    () => 'Asia/Shanghai',
    () => [
      deviceBatches.batchSetExpireTime.body.parse({ ids: [1], time }).time,
      EnrolmentCodeDraft.parse({ codeName: 'Lab', target: 'site', maxUses: 1, expiresAt: time }).expiresAt,
    ],
  )
  expect([device, code]).toEqual(['2027-12-31T15:59:59.000Z', '2027-12-31T15:59:59.000Z'])
})
