import { setTimeout as delay } from 'node:timers/promises'
import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { devices } from '@fleetdeck/contract/devices'
import { DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import { sql } from 'drizzle-orm'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { printRows } from './figures.ts'
import { fillSite } from './filled-site.ts'

/** Waiting phones, and the seconds within which all must have their numbers. */
const goals = [
  { count: 300, seconds: 5 },
  { count: 3000, seconds: 30 },
] as const
const runs = 3
const pollMs = 50

/** From the start of a batch until each waiting phone has its number. */
export const benchAssign = () => onBothDatabases(measure)

async function addWaiting(where: Where): Promise<void> {
  const { db, close } = await openDb(where)
  for (const { count } of goals)
    await db.execute(sql`
      insert into devices (device_id, brand, mode)
      select 'waiting-' || ${count}::int || '-' || run || '-' || n, 'Deck', 'One'
      from generate_series(1, ${count}::int) n, generate_series(1, ${runs}::int) run`)
  await close()
}

async function measure(name: string, where: Where): Promise<void> {
  await fillSite(where, { devices: 1000, groups: 10 })
  await addWaiting(where)
  const server = await startServer({ CAPTCHA: 'off', ...serverSettings(where) })
  try {
    const admin = await signIn(server.address, changedPassword)
    const rows: string[][] = []
    for (const { count, seconds } of goals) {
      const took: number[] = []
      for (let run = 1; run <= runs; run += 1) took.push(await assign(admin, count, run))
      rows.push([`${count} phones`, ...took.map((each) => each.toFixed(2)), String(seconds)])
    }
    const titles = Array.from({ length: runs }, (_, run) => `run ${run + 1}, s`)
    printRows([name, ...titles, 'goal, s'], rows)
  } finally {
    await server.stop()
  }
}

/** Seconds of the calls of the page and of the batch. */
async function assign(admin: HttpClient, count: number, run: number): Promise<number> {
  const began = performance.now()
  const query = { deviceId: `waiting-${count}-${run}-`, pageSize: count }
  const { list } = await admin.call(devices.listUnAssignedDevice, { query })
  const numbers = list.map(({ id }, index) => ({ id, deviceNo: `B${count}R${run}N${index + 1}` }))
  const place = { tenantId: UserId.parse(1), groupId: GroupId.parse(1) }
  const { jobId } = await admin.call(deviceBatches.start, {
    body: {
      action: { action: 'assign', ...place, numbers },
      selection: { ids: list.map(({ id }) => DeviceId.parse(id)) },
    },
  })
  for (;;) {
    const { state, done, failed } = await admin.call(deviceBatches.progress, { query: { jobId } })
    if (state === 'running') await delay(pollMs)
    else if (state === 'done' && done === count && failed === 0) return (performance.now() - began) / 1000
    else throw new Error(`${state}: ${done} of ${count} phones, ${failed} refused`)
  }
}
