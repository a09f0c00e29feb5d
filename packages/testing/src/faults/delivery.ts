import { setTimeout as pause } from 'node:timers/promises'
import { caches } from '@fleetdeck/contract/caches'
import type { TaskId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { ExecType, tasks } from '@fleetdeck/contract/tasks'
import { deliveryScripts } from './delivery-scripts.ts'
import { type DeliveryRun, findDeviations } from './find-deviations.ts'
import { until } from './services.ts'
import { phoneCount, World } from './world.ts'

const phones = 50
/** Items and list entries; more than all runs take. */
const items = 20_000
const itemsPerStatement = 5000
const settleLimitMs = 300_000
const backMs = { shortest: 1000, longest: 12_000 }
const betweenMs = { shortest: 3000, longest: 20_000 }

const between = ({ shortest, longest }: { shortest: number; longest: number }) =>
  shortest + Math.random() * (longest - shortest)

/** What is killed, and how it comes back. */
const parts: Record<string, { kill(world: World): Promise<void>; start(world: World): Promise<void> }> = {
  'server 1': { kill: (world) => world.killServer(0), start: (world) => world.restartServer(0) },
  'server 2': { kill: (world) => world.killServer(1), start: (world) => world.restartServer(1) },
  agent: { kill: (world) => world.killAgent(), start: async (world) => world.startAgent() },
  database: {
    kill: (world) => world.services.killPostgres(),
    start: (world) => world.services.startPostgres(),
  },
}

/**
 * 50 phones run six scripts over and over, while the servers, the agent and the database are killed at random. Then
 * every run must have ended as its script did, with all its log lines, and no shared item may have been taken twice.
 * Prints the kills, and what deviates.
 * @param minutes of kills
 * @returns false if something deviates
 */
export async function runDelivery(minutes: number): Promise<boolean> {
  const world = await World.start({ phones, diskMegabytes: 2000 })
  world.stopWithProgram()
  try {
    await addSharedData(world)
    const ids = await startTasks(world)
    const kills = await killAtRandom(world, minutes)
    for (const id of ids)
      await patiently(() => world.admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } }))
    const settled = await until(async () => (await countOpen(world)) === 0, settleLimitMs)
    const runs = await readRuns(world)
    const deviations = findDeviations(runs, await readShared(world), kills.agent ?? [])
    if (settled === undefined) deviations.push(`${await countOpen(world)} runs did not end`)
    const states = Map.groupBy(runs, ({ state, reason }) => `${state}${reason ? ` (${reason})` : ''}`)
    console.log(
      `Kills: ${Object.entries(kills)
        .map(([name, times]) => `${name} ${times.length}`)
        .join(', ')}`,
    )
    console.log(`Runs: ${[...states].map(([state, all]) => `${all.length} ${state}`).join(', ')}`)
    console.log(`Lines: ${runs.reduce((sum, { lines }) => sum + lines.length, 0)}`)
    for (const deviation of deviations.slice(0, 50)) console.log(`- ${deviation}`)
    console.log(deviations.length ? `${deviations.length} deviations` : 'Nothing lost, nothing twice.')
    return deviations.length === 0
  } finally {
    await world.stop()
  }
}

async function addSharedData({ admin, services }: World): Promise<void> {
  await services.sql(`insert into data_groups (group_name, tenant_id) values ('pool', 1), ('leases', 1)`)
  for (let start = 1; start <= items; start += itemsPerStatement)
    await services.sql(`insert into data_items (group_id, name, content)
      select g.id, 'item', g.group_name || ' ' || n from data_groups g,
        generate_series(${start}, ${start + itemsPerStatement - 1}) n where g.group_name in ('pool', 'leases')`)
  const content = Array.from({ length: items }, (_, n) => `entry ${n + 1}`).join('\n')
  await admin.call(caches.add, { body: { cacheKey: 'todo', dataType: 3, content } })
}

async function startTasks({ admin }: World): Promise<TaskId[]> {
  const platformName = 'Delivery'
  await admin.call(platforms.add, { body: { platformName } })
  const { list } = await admin.call(platforms.list, { query: { name: platformName } })
  const platformId = list[0]?.id ?? 0
  const devices = Array.from({ length: phones }, (_, at) => `${at < phoneCount ? 'A' : 'B'}${at + 1}`)
  const ids: TaskId[] = []
  for (const [scriptName, content] of Object.entries(deliveryScripts)) {
    const script = { scriptName, platformId, version: '1', content }
    const { id: scriptId } = await admin.call(scripts.add, { body: script })
    const loop = { execType: ExecType.loop, execNumber: 0, delaySecond: 30 }
    const { id } = await admin.call(tasks.add, { body: { taskName: scriptName, scriptId, devices, ...loop } })
    await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    ids.push(id)
  }
  return ids
}

async function killAtRandom(world: World, minutes: number): Promise<Record<string, number[]>> {
  const kills = Object.fromEntries(Object.keys(parts).map((name) => [name, [] as number[]]))
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end) {
    await pause(between(betweenMs))
    const names = Object.keys(parts)
    const name = names[Math.floor(Math.random() * names.length)] ?? ''
    kills[name]?.push(Date.now())
    await parts[name]?.kill(world)
    await pause(between(backMs))
    await parts[name]?.start(world)
    console.log(`${((end - performance.now()) / 60_000).toFixed(1)} min left: ${name} was killed`)
  }
  return kills
}

/** Calls again while servers start. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await work()
      return
    } catch (error) {
      if (tries === 20) throw error
      await pause(1000)
    }
}

async function countOpen({ services }: World): Promise<number> {
  const [row] = await services.sql<{ count: number }>(`select count(*)::int as count from task_runs
    where state in ('queued', 'sent', 'acknowledged', 'running')`)
  return row?.count ?? 0
}

const readRuns = ({ services }: World) =>
  services.sql<DeliveryRun>(`
    select r.id::int, t.task_name as script, r.device_no as phone, r.state, r.reason,
      exists (select from script_exceptions e where e.run_id = r.run_key) as "hasError",
      array(select l.msg from task_lines l where l.run_id = r.id order by l.at, l.id) as lines,
      (select extract(epoch from max(l.at)) * 1000 from task_lines l where l.run_id = r.id)::float8 as "lastAt"
    from task_runs r join tasks t on t.id = r.task_id order by r.id`)

async function readShared({ admin, services }: World) {
  const rows = await services.sql<{ content: string; leased: boolean }>(
    'select content, leased_until is not null as leased from data_items',
  )
  const { list } = await admin.call(caches.list)
  const content = async (key: string) => {
    const found = list.find(({ cacheKey }) => cacheKey === key)
    return found ? (await admin.call(caches.one, { query: { id: found.id } })).content : ''
  }
  return {
    left: rows.flatMap(({ content: item, leased }) => (leased ? [] : [item])),
    leased: rows.flatMap(({ content: item, leased }) => (leased ? [item] : [])),
    todo: (await content('todo')).split('\n').filter(Boolean),
    done: (await content('done')).split('\n').filter(Boolean),
    count: Number(await content('count')) || 0,
    items,
  }
}
