import { AlarmId, DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { describe, expect, test } from 'vitest'
import { messageText, type NotifiedAlarm } from './message-text.ts'
import { dueMessages } from './pace.ts'
import type { Waiting } from './pending-alarms.queries.ts'
import { sharedBy, toNetwork } from './shared-causes.ts'

const alarm = (n: number, more: Partial<NotifiedAlarm> = {}): NotifiedAlarm => ({
  id: AlarmId.parse(n + 1),
  subject: `A${n}`,
  kind: 'offline',
  value: null,
  threshold: 300,
  since: new Date('2026-03-01T04:00:00Z'),
  groupName: 'Hall 1',
  userName: 'wei',
  ip: `10.1.2.${n % 250}`,
  apkVersion: '1.2.0',
  ...{ incidentId: null, cause: null, causeValue: null, lasting: null },
  ...more,
})
const many = (count: number, more: (n: number) => Partial<NotifiedAlarm> = () => ({})) =>
  Array.from({ length: count }, (_, n) => alarm(n, more(n)))
const wording = { language: 'en', timeZone: 'Asia/Shanghai' } as const

describe('a message', () => {
  test('about many phones contains their number, their common properties, and the first of them', () => {
    const rows = many(100, (n) => ({
      ip: n < 90 ? `10.1.2.${n}` : '10.9.9.9',
      apkVersion: n < 50 ? '1.2.0' : '1.3.0',
    }))
    expect(messageText('opened', rows, wording).split('\n')).toEqual([
      'Device alarm',
      '100 devices offline for more than 5 min',
      'In common: group “Hall 1”, owner “wei”, network 10.1.2.0/24 (90%)',
      'Devices: A0, A1, A2, A3, A4 and others (100 in total)',
      'Since: 2026-03-01 12:00:00 Shanghai',
    ])
  })

  test('names the cause of each incident, and other alarms apart', () => {
    const rows = many(8, (n) => ({
      ...(n < 6 && { incidentId: DeviceIncidentId.parse(1), cause: 'address', causeValue: '10.1.2.3' }),
      groupName: `G${n}`,
      userName: `U${n}`,
      apkVersion: `${n}`,
      ip: n < 6 ? '10.1.2.3' : `10.${n}.1.1`,
    }))
    expect(messageText('opened', rows, wording).split('\n')).toEqual([
      'Device alarm',
      '6 devices offline for more than 5 min',
      'In common: address 10.1.2.3, network 10.1.2.0/24',
      'Devices: A0, A1, A2, A3, A4 and others (6 in total)',
      'Since: 2026-03-01 12:00:00 Shanghai',
      '2 devices offline for more than 5 min',
      'Devices: A6, A7',
      'Since: 2026-03-01 12:00:00 Shanghai',
    ])
  })

  test('about one phone contains its value, and not what phones share', () => {
    const rows = [alarm(1, { kind: 'battery', value: 12, threshold: 20 })]
    expect(messageText('opened', rows, wording).split('\n')).toEqual([
      'Device alarm',
      'Battery below 20% on 1 device',
      'Devices: A1 (12%)',
      'Since: 2026-03-01 12:00:00 Shanghai',
    ])
  })

  test('is in the requested language, for each kind', () => {
    const rows = [alarm(1, { kind: 'memory', value: 90, threshold: 200 }), alarm(2)]
    expect(messageText('repeated', rows, { ...wording, language: 'zhcn' })).toBe(
      '设备报警：仍未恢复\n1 台设备离线超过 5 分钟\n设备：A2\n开始时间：2026-03-01 12:00:00 中国时间\n' +
        '1 台设备可用内存低于 200 MB\n设备：A1（90 MB）\n开始时间：2026-03-01 12:00:00 中国时间',
    )
  })

  test('about recovered devices contains no values', () => {
    expect(messageText('recovered', many(2), wording)).toBe(
      'Device alarm resolved\n2 devices back online\nDevices: A0, A1',
    )
  })
})

test('four of five devices share a cause, three of four do not', () => {
  const groups = (...names: (string | null)[]) => names.map((groupName, n) => alarm(n, { groupName }))
  const shared = (rows: NotifiedAlarm[]) => sharedBy(rows).find(({ name }) => name === 'group')
  expect(shared(groups('a', 'a', 'a', 'a', 'b'))).toMatchObject({ value: 'a', percent: 80 })
  expect(shared(groups('a', 'a', 'a', 'b'))).toBeUndefined()
  expect(shared(groups(null, null, null))).toBeUndefined()
})

test.each([
  ['10.1.2.3', '10.1.2.0/24'],
  ['::ffff:10.1.2.3', '10.1.2.0/24'],
  ['2606:4700:1:2:3:4:5:6', '2606:4700:1:2::/64'],
  ['2606:4700::1', '2606:4700:0:0::/64'],
  ['', ''],
])('%s is in %s', (ip, network) => expect(toNetwork(ip)).toBe(network))

describe('messages are collected:', () => {
  /** Plays five minutes with updates at these seconds; returns when messages were sent. */
  function play(isUpdateAt: (second: number) => boolean, seconds = 300, frequency = 600) {
    const messages: number[] = []
    let state = { messagedAt: null as Date | null, paceSeconds: 0 }
    let openedAt: Date | null = null
    for (let second = 1; second <= seconds; second += 1) {
      const now = second * 1000
      if (isUpdateAt(second)) openedAt ??= new Date(now)
      const waiting: Waiting = {
        ...{
          userId: UserId.parse(1),
          frequency,
          language: '',
          notifiedAt: null,
          endedAt: null,
          hasUnsent: false,
        },
        ...state,
        openedAt,
      }
      const { kinds, paceSeconds } = dueMessages(waiting, 3, now)
      if (kinds.length === 0) continue
      messages.push(second)
      state = { messagedAt: new Date(now), paceSeconds }
      openedAt = null
    }
    return messages
  }

  test('simultaneous alarms make one message', () => expect(play((second) => second <= 3)).toEqual([4]))
  test('phones that go offline over a minute and a half make three', () =>
    expect(play((second) => second <= 90)).toEqual([4, 19, 94]))
  test('updates long after the last message are sent without extra delay', () =>
    expect(play((second) => second === 1 || second === 100)).toEqual([4, 103]))
  test('continuous updates are sent at growing intervals', () =>
    expect(play(() => true, 3600).length).toBeLessThan(12))
})
