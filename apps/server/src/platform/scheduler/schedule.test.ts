import { MissedPolicy, ScheduleType } from '@fleetdeck/contract/tasks'
import { describe, expect, test } from 'vitest'
import { dueTimes, nextTime, type Schedule } from './schedule.ts'

const schedule = (change: Partial<Schedule>): Schedule => ({
  ...{ scheduleType: ScheduleType.cron, startTime: null, endTime: null, dayTime: null, cronText: '' },
  ...change,
})
const at = (text: string) => new Date(text)
const next = (change: Partial<Schedule>, after: string, zone = 'UTC') =>
  nextTime(schedule(change), at(after), zone)?.toISOString() ?? null

describe('the next time', () => {
  test('of a cron expression is between its start and its end', () => {
    const hourly = { cronText: '0 0 * * * ?' }
    expect(next(hourly, '2026-03-01T10:00:00Z')).toBe('2026-03-01T11:00:00.000Z')
    const bounded = { ...hourly, startTime: at('2026-03-02T00:00:00Z'), endTime: at('2026-03-02T01:30:00Z') }
    expect(next(bounded, '2026-03-01T10:00:00Z')).toBe('2026-03-02T00:00:00.000Z')
    expect(next(bounded, '2026-03-02T00:00:00Z')).toBe('2026-03-02T01:00:00.000Z')
    expect(next(bounded, '2026-03-02T01:00:00Z')).toBeNull()
  })

  test('of a time of day is in the site’s time zone', () => {
    const daily = { scheduleType: ScheduleType.everyDay, dayTime: '08:05:00' }
    expect(next(daily, '2026-03-01T00:04:00Z', 'Asia/Shanghai')).toBe('2026-03-01T00:05:00.000Z')
    expect(next(daily, '2026-03-01T00:05:00Z', 'Asia/Shanghai')).toBe('2026-03-02T00:05:00.000Z')
  })

  test('comes once a day when clocks change: at the end of the gap, and at the first of two', () => {
    const daily = { scheduleType: ScheduleType.everyDay, dayTime: '02:30:00' }
    const zone = 'Europe/Berlin'
    expect(next(daily, '2026-03-28T02:00:00Z', zone)).toBe('2026-03-29T01:00:00.000Z')
    expect(next(daily, '2026-03-29T01:00:00Z', zone)).toBe('2026-03-30T00:30:00.000Z')
    expect(next(daily, '2026-10-24T12:00:00Z', zone)).toBe('2026-10-25T00:30:00.000Z')
    expect(next(daily, '2026-10-25T00:30:00Z', zone)).toBe('2026-10-26T01:30:00.000Z')
  })

  test('of a single time comes once, and of an impossible expression never', () => {
    const once = { scheduleType: ScheduleType.byTime, startTime: at('2026-03-01T00:00:00Z') }
    expect(next(once, '2026-02-01T00:00:00Z')).toBe('2026-03-01T00:00:00.000Z')
    expect(next(once, '2026-03-01T00:00:00Z')).toBeNull()
    expect(next({ cronText: '0 0 0 31 2 ?' }, '2026-03-01T00:00:00Z')).toBeNull()
  })
})

describe('a schedule after a downtime of two minutes', () => {
  const minutely = { ...schedule({ cronText: '0 * * * * ?' }) }
  const [first, now] = [at('2026-03-01T10:00:00Z'), at('2026-03-01T10:02:10Z')]
  const owed = (missedPolicy: number, cronText = minutely.cronText) => {
    const { due, next } = dueTimes({ ...minutely, cronText, missedPolicy }, first, now, 'UTC')
    const times = due.map(
      ({ at, skipped }) => `${at.toISOString().slice(14, 19)}${skipped ? ' skipped' : ''}`,
    )
    return [...times, next?.toISOString().slice(14, 19)]
  }

  test('runs once, never, or once per missed time, by its policy', () => {
    expect(owed(MissedPolicy.once)).toEqual(['02:00', '03:00'])
    expect(owed(MissedPolicy.skip)).toEqual(['01:00 skipped', '02:00', '03:00'])
    expect(owed(MissedPolicy.all)).toEqual(['00:00', '01:00', '02:00', '03:00'])
  })

  test('is still made up for by one run when nothing else is due', () => {
    expect(owed(MissedPolicy.once, '0 0/30 * * * ?')).toEqual(['00:00', '30:00'])
    expect(owed(MissedPolicy.skip, '0 0/30 * * * ?')).toEqual(['00:00 skipped', '30:00'])
  })

  test('is limited to the last hundred, also after a year', () => {
    expect(owed(MissedPolicy.all, '* * * * * ?')).toHaveLength(101)
    const everySecond = { ...schedule({ cronText: '* * * * * ?' }), missedPolicy: MissedPolicy.all }
    const { due, next } = dueTimes(everySecond, at('2025-03-01T10:00:00Z'), now, 'UTC')
    expect([due.length, due[0]?.at, next]).toEqual([
      100,
      at('2026-03-01T10:00:31Z'),
      at('2026-03-01T10:02:11Z'),
    ])
  })
})
