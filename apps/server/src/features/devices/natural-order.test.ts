import { commands } from '@fleetdeck/contract/commands'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { deviceNeighbours, neighbourCount } from '@fleetdeck/contract/device-neighbours'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idsOfSelection } from '../../domain/devices/device-selection.queries.ts'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(() => site.stop())

const longest = `A${'9'.repeat(31)}`
/** In ascending order; those that differ by leading zeros only are `equal`. */
const before = ['7', '10', 'A']
const equal = ['A001', 'A1']
const behind = ['A2', 'A03', 'A10', 'A100', longest, 'B1', 'R2x9', 'R2x10', 'R10x1', 'Rack', 'a1']
const ascending = [...before, ...equal, ...behind]
const descending = [...behind.toReversed(), ...equal, ...before.toReversed()]

const addDevices = async () => {
  for (const deviceNo of ascending.toSorted())
    await site.admin.call(devices.add, { body: { deviceNo, groupId: 1, batch: 0 } })
}

const lists = {
  'of devices': devices.list,
  'of the monitor': deviceMonitor.list,
  'of devices for a task': tasks.deviceList,
} as const

describe('device numbers are ordered as people count', () => {
  test.for(Object.keys(lists) as (keyof typeof lists)[])('on the pages %s, both ways', async (name) => {
    await addDevices()
    for (const pageSize of [1, 3, 100])
      for (const isAsc of ['asc', 'desc'] as const) {
        const numbers: string[] = []
        for (let pageNum = 1; (pageNum - 1) * pageSize < ascending.length; pageNum++) {
          const query = { orderByColumn: 'deviceNo', isAsc, pageNum, pageSize } as const
          const { list } = await site.admin.call(lists[name] as typeof devices.list, { query })
          numbers.push(...list.map(({ deviceNo }) => deviceNo))
        }
        expect(numbers).toEqual(isAsc === 'asc' ? ascending : descending)
      }
  })

  test('in the group of a task, in selections, and in the export', async () => {
    await addDevices()
    const ofGroup = await site.admin.call(tasks.deviceListByGroup, { query: { groupids: '1' as never } })
    expect(ofGroup.map(({ deviceNo }) => deviceNo)).toEqual(ascending)
    const { list } = await site.admin.call(devices.list, { query: { pageSize: 100 } })
    const numberOf = new Map(list.map(({ id, deviceNo }) => [id, deviceNo]))
    const chosen = await idsOfSelection(site.deps.db, 'all', { filter: { assStatus: '1' } })
    expect(chosen.map((id) => numberOf.get(id))).toEqual(ascending)
    for (const isAsc of ['asc', 'desc'] as const) {
      const query = { orderByColumn: 'deviceNo', isAsc } as const
      const { fileName } = await site.admin.call(devices.export, { query })
      const [titles = [], ...rows] = await downloadedRows(site, site.admin, fileName)
      const place = titles.findIndex((_, at) => rows.some((row) => row[at] === longest))
      expect(rows.map((row) => row[place])).toEqual(isAsc === 'asc' ? ascending : descending)
    }
  })

  test('in runs of tasks, whose export goes on after a thousand rows', async () => {
    await site.deps.db.execute(sql`
      insert into task_runs (run_key, device_no, state, due_at, not_before, generation)
      select 'run' || n, case n % 3 when 0 then 'A' || n when 1 then 'A0' || n else 'b' || n || 'x2' end, 'succeeded', now(), now(), 1
      from generate_series(1, 2100) n`)
    const counted = Array.from({ length: 2100 }, (_, at) => at + 1)
    const numbers = [
      ...counted.filter((n) => n % 3 !== 2).map((n) => (n % 3 === 1 ? `A0${n}` : `A${n}`)),
      ...counted.filter((n) => n % 3 === 2).map((n) => `b${n}x2`),
    ]
    for (const isAsc of ['asc', 'desc'] as const) {
      const query = { orderByColumn: 'deviceNo', isAsc } as const
      const expected = isAsc === 'asc' ? numbers : numbers.toReversed()
      const { list } = await site.admin.call(taskRuns.list, {
        query: { ...query, pageNum: 21, pageSize: 100 },
      })
      expect(list.map(({ deviceNo }) => deviceNo)).toEqual(expected.slice(2000))
      const { fileName } = await site.admin.call(taskRuns.export, { query })
      const rows = await downloadedRows(site, site.admin, fileName)
      expect(rows.slice(1).map((row) => row.find((cell) => /^(A|b)\d/.test(String(cell))))).toEqual(expected)
    }
  })

  test('next to one number, from the nearest on, whether a device has this number or not', async () => {
    await addDevices()
    const beside = (deviceNo: string) => site.admin.call(deviceNeighbours.find, { query: { deviceNo } })
    for (const [place, deviceNo] of ascending.entries())
      expect(await beside(deviceNo)).toEqual({
        before: ascending.slice(0, place).toReversed(),
        after: ascending.slice(place + 1),
      })
    const { before, after } = await beside('A09')
    expect([before[0], after[0]]).toEqual(['A03', 'A10'])
  })

  test('next to one number of a large fleet, within the scope of the user', async () => {
    await site.deps.db.execute(sql`
      insert into devices (device_no, tenant_id, group_id) select 'N' || n, 1, 1 from generate_series(1, 500) n`)
    const query = { deviceNo: 'N250' }
    const { before, after } = await site.admin.call(deviceNeighbours.find, { query })
    const counted = Array.from({ length: neighbourCount }, (_, index) => index + 1)
    expect(before).toEqual(counted.map((n) => `N${250 - n}`))
    expect(after).toEqual(counted.map((n) => `N${250 + n}`))
    const mei = await addHolder(
      site,
      { userName: 'mei' },
      { permissions: [devices.list.permission], dataScope: DataScope.self },
    )
    await site.deps.db.execute(sql`
      update devices set tenant_id = ${mei.id} where device_no in ('N2', 'N10', 'N300')`)
    expect(await mei.client.call(deviceNeighbours.find, { query })).toEqual({
      before: ['N10', 'N2'],
      after: ['N300'],
    })
  })

  test('in runs of commands', async () => {
    await site.deps.db.execute(sql`
      with sent as (
        insert into commands (user_id, command, expires_at) values (1, 'rebootPhone', now()) returning id)
      insert into command_runs (cmd_sub_id, command_id, device_no)
      select no, id, no from sent, unnest(array['A10', 'A2', 'B1', 'A1']) no`)
    const { list } = await site.admin.call(commands.runs, {
      query: { orderByColumn: 'deviceNo', isAsc: 'desc' },
    })
    expect(list.map(({ deviceNo }) => deviceNo)).toEqual(['B1', 'A10', 'A2', 'A1'])
  })
})

test('a search finds the device with exactly this number first, unless another order is asked for', async () => {
  const deviceNos = ['A1', 'a10', 'A100', 'A12', 'BA1', 'xA1x', 'A13', 'A14']
  for (const deviceNo of deviceNos)
    await site.admin.call(devices.add, { body: { deviceNo, groupId: 1, batch: 0 } })
  const found = async (query: { search: string; orderByColumn?: 'deviceNo'; isAsc?: 'asc' }) => {
    const { list } = await site.admin.call(devices.list, { query: { ...query, pageSize: 6 } })
    return list.map(({ deviceNo }) => deviceNo)
  }
  expect((await found({ search: 'a1' }))[0]).toBe('A1')
  expect((await found({ search: 'A10' })).slice(0, 1)).toEqual(['a10'])
  expect((await found({ search: 'A1', orderByColumn: 'deviceNo', isAsc: 'asc' })).slice(0, 2)).toEqual([
    'A1',
    'A12',
  ])
})
