import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { ComputerId, DeviceId, ShelfId } from '@fleetdeck/contract/ids'
import type { MemberState, WallGroup } from '@fleetdeck/contract/wall-socket'
import { expect, test } from 'vitest'
import { monitorDevice } from '../../../components/testing/monitor-device.ts'
import type { WallState } from '../../../realtime/wall/wall-session.ts'
import { type MonitorRow, monitorRows } from '../monitor-view.ts'
import { countRows, matchesWall, otherRows, wallRows } from './wall-rows.ts'

const fleet = (changes: Record<number, Partial<DeviceRuntime>> = {}): MonitorRow[] =>
  monitorRows(
    [10, 2, 3, 1].map((id) => monitorDevice(id, changes[id])),
    new Map(),
    {},
  )
const shown = (rows: MonitorRow[], arranged: number[] = []) =>
  wallRows(rows, undefined, arranged).map(({ row }) => row.device.deviceNo)

test('online phones come first, each part sorted by number as people count', () => {
  expect(shown(fleet({ 1: { online: false }, 3: { online: false } }))).toEqual(['A2', 'A10', 'A1', 'A3'])
})

test('arranged phones come first, also offline ones, and others in the automatic order', () => {
  const rows = fleet({ 1: { online: false }, 3: { online: false } })
  expect(shown(rows, [99, 3, 10])).toEqual(['A3', 'A10', 'A2', 'A1'])
})

test('by rack, phones are in the order of their shelves and slots, then of computers and ports', () => {
  const rows = fleet()
  const place = (id: number, change: Partial<MonitorRow['device']['place']>) => {
    const row = rows.find(({ device }) => device.id === id)
    if (row) Object.assign(row.device, { place: { shelf: null, computer: null, ...change } })
  }
  place(10, { shelf: { id: ShelfId.parse(1), name: 'Left', slot: 0 } })
  place(1, { shelf: { id: ShelfId.parse(1), name: 'Left', slot: 1 } })
  place(3, { computer: { id: ComputerId.parse(1), name: 'rack-1', port: '1-4.2' } })
  const racks = wallRows(rows, undefined, [], 'rack').map(({ row }) => row.device.deviceNo)
  expect(racks).toEqual(['A10', 'A1', 'A3', 'A2'])
})

test('by group or with problems first, each part is in the usual order', () => {
  const rows = fleet({ 2: { online: false }, 3: { serviceOk: '0' } })
  for (const [id, groupName] of [
    [1, 'Beta'],
    [2, 'Alpha'],
    [10, 'Alpha'],
    [3, null],
  ] as const) {
    const row = rows.find(({ device }) => device.id === id)
    if (row) Object.assign(row.device, { groupName })
  }
  const by = (order: 'group' | 'trouble') =>
    wallRows(rows, undefined, [], order).map(({ row }) => row.device.deviceNo)
  expect(by('group')).toEqual(['A10', 'A2', 'A1', 'A3'])
  expect(by('trouble')).toEqual(['A3', 'A1', 'A10', 'A2'])
})

test('phones that could join a group are those that are not in it, online ones first', () => {
  const group = { leader: DeviceId.parse(2), members: [{ id: DeviceId.parse(2) }] } as unknown as WallGroup
  const others = otherRows(fleet(), group).map(({ row }) => row.device.deviceNo)
  expect(others).toEqual(shown(fleet()).filter((deviceNo) => deviceNo !== 'A2'))
})

test('a phone that gets a task or a problem keeps its place', () => {
  expect(shown(fleet({ 3: { taskName: 'Reading' }, 10: { serviceOk: '0' } }))).toEqual(shown(fleet()))
})

test('in a group each member keeps its place, whatever becomes of it', () => {
  const stateWith = (states: MemberState[]): WallState => ({
    socket: 'open',
    refusal: undefined,
    perSecond: 5,
    live: new Set(),
    black: new Set(),
    notes: new Map(),
    controllers: new Map(),
    log: undefined,
    differing: new Set([1]),
    replay: null,
    added: undefined,
    typed: { ids: new Set(), answersLeft: 0 },
    tool: undefined,
    apps: undefined,
    group: {
      leader: DeviceId.parse(3),
      unseen: 0,
      spreadMs: 0,
      members: states.map((state, at) => ({
        id: DeviceId.parse(at + 1),
        deviceNo: `A${at + 1}`,
        state,
        ...{ missed: 0, canRepeat: false, isRepeating: false },
      })),
    },
  })
  const order = (rows: MonitorRow[], states: MemberState[], arranged: number[] = []) =>
    wallRows(rows, stateWith(states), arranged).map(({ row }) => row.device.deviceNo)
  expect(order(fleet(), ['follows', 'follows', 'follows'])).toEqual(['A1', 'A2', 'A3'])
  expect(order(fleet({ 1: { online: false } }), ['offline', 'paused', 'follows'])).toEqual(['A1', 'A2', 'A3'])
  expect(order(fleet(), ['held', 'follows', 'follows'], [2, 1])).toEqual(['A2', 'A1', 'A3'])
})

test('phones are counted and filtered by connection and problems', () => {
  const rows = fleet({ 1: { online: false }, 3: { battery: 5 } })
  expect(countRows(rows)).toEqual({ online: 3, offline: 1, trouble: 1 })
  const matching = (filter: Parameters<typeof matchesWall>[1]) =>
    shown(rows.filter((row) => matchesWall(row, filter)))
  expect(matching({ online: '1' })).toEqual(['A2', 'A3', 'A10'])
  expect(matching({ online: '0' })).toEqual(['A1'])
  expect(matching({ trouble: '1' })).toEqual(['A3'])
  expect(matching({ online: '1', trouble: '0' })).toEqual(['A2', 'A10'])
  const alarmed = rows.map((row) =>
    row.device.deviceNo === 'A2' ? { ...row, alarms: ['memory' as const] } : row,
  )
  expect(countRows(alarmed)).toEqual({ online: 3, offline: 1, trouble: 2 })
  expect(shown(alarmed.filter((row) => matchesWall(row, { trouble: '1' })))).toEqual(['A2', 'A3'])
})
