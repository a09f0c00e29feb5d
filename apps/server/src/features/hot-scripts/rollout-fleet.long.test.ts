import { createHash, randomUUID } from 'node:crypto'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { tasks } from '@fleetdeck/contract/tasks'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashToken, newToken } from '../../platform/core/tokens.ts'

const fleet = 1000
const versionText = { own: 'own', hot: 'hot' } as const

let site: TestSite
let tokens: string[]
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  tokens = Array.from({ length: fleet }, newToken)
  const phones = tokens.map((token, place) => ({ no: `p${place + 1}`, hash: hashToken(token) }))
  await site.deps.db.execute(sql`
    insert into devices (device_id, device_no, tenant_id, token_hash)
    select n.no, n.no, 1, n.hash from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb) as n(no text, hash text)
    order by length(n.no), n.no`)
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const script = { scriptName: 'shop.js', platformId: 1, version: '1', content: versionText.own }
  await site.admin.call(scripts.add, { body: script })
  await site.admin.call(tasks.add, {
    body: { taskName: 'Sell', execType: 1, scriptId: 1, devices: ['p1'] },
  })
  const hot = { hotName: 'Shop', scriptId: 1, version: '2', content: versionText.hot, advanceMinutes: 1 }
  await site.admin.call(hotScripts.add, { body: hot })
  await site.admin.call(hotScripts.publish, { body: { id: 1 } })
}, 120_000)
afterAll(() => site.stop())

async function rapi(path: string, token: string, data: object): Promise<unknown> {
  const response = await fetch(`${site.address}/rapi/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: Buffer.from(JSON.stringify(data)).toString('base64') }),
  })
  const { data: answer } = (await response.json()) as { data: string }
  return JSON.parse(Buffer.from(answer, 'base64').toString())
}

/** Calls of the whole fleet, a hundred at a time. */
async function ofAll<T>(work: (token: string, place: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let start = 0; start < fleet; start += 100)
    results.push(
      ...(await Promise.all(
        tokens.slice(start, start + 100).map((token, place) => work(token, start + place)),
      )),
    )
  return results
}

/** The same sequence in each run of the test. */
function createChance() {
  let state = 7
  return (share: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647 < share
  }
}

/** Each phone runs what it is assigned, once, and reports it. Returns the phones that ran the hot update. */
async function runOnce(failsIn: { own: number; hot: number }, chance: (share: number) => boolean) {
  const assigned = await ofAll(
    async (token) => ((await rapi('hotScripts', token, {})) as unknown[]).length > 0,
  )
  const runs = assigned.map((isHot, place) => {
    const kind = isHot ? ('hot' as const) : ('own' as const)
    return { runId: randomUUID(), id: place + 1, no: `p${place + 1}`, kind, failed: chance(failsIn[kind]) }
  })
  await site.deps.db.execute(sql`
    insert into task_runs (run_key, task_id, device_id, device_no, state, due_at, not_before)
    select n."runId", 1, n.id, n.no, 'sent', now(), now()
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as n("runId" text, id int, no text)`)
  await ofAll(async (token, place) => {
    const run = runs[place]
    if (!run) return
    if (run.kind === 'hot') await rapi('hotState', token, { hotId: 1, version: '2', state: 'taken' })
    const md5 = createHash('md5').update(versionText[run.kind]).digest('hex')
    const state = run.failed ? 'failed' : 'succeeded'
    const reports = [{ action: 'taskState', runId: run.runId, state, script: { md5, version: run.kind } }]
    await rapi('heartbeat', token, { action: 'heartbeat', heldIds: [], reports })
  })
  return runs.filter(({ kind }) => kind === 'hot').map(({ no }) => no)
}

const one = () => site.admin.call(hotScripts.one, { query: { id: 1 } })

/** Runs rounds until the rollout has this percentage or state, at most sixty; returns all phones that had the version. */
async function rollOut(
  failsIn: { own: number; hot: number },
  isOver: (hot: Awaited<ReturnType<typeof one>>) => boolean,
) {
  const chance = createChance()
  const reached = new Set<string>()
  let counted = 0
  for (let round = 0; round < 60; round += 1) {
    const before = await one()
    for (const no of await runOnce(failsIn, chance)) reached.add(no)
    // A share that has changed counts from 0.
    const isCounted = async () => {
      const hot = await one()
      return (
        hot.state !== before.state || hot.percent !== before.percent || (hot.evidence?.runs ?? 0) > counted
      )
    }
    await expect.poll(isCounted, { timeout: 30_000 }).toBe(true)
    const now = await one()
    if (isOver(now)) return { now, reached: reached.size }
    counted = now.percent === before.percent ? (now.evidence?.runs ?? 0) : 0
    await site.deps.db.execute(sql`update hot_scripts set staged_at = staged_at - interval '61 seconds'`)
  }
  return { now: await one(), reached: reached.size }
}

test('a version that fails in 30% of its runs reaches 3% of a thousand phones at most', async () => {
  const { now, reached } = await rollOut({ own: 0.02, hot: 0.3 }, ({ state }) => state !== 'rolling')
  expect(now).toMatchObject({ state: 'withdrawn', percent: 1, evidence: { verdict: 'worse' } })
  expect(reached).toBeLessThanOrEqual(30)
}, 300_000)

test('a version that is as good as the one before reaches all of a thousand phones', async () => {
  const { now, reached } = await rollOut({ own: 0.02, hot: 0.02 }, ({ state }) => state !== 'rolling')
  expect(now).toMatchObject({ state: 'finished', percent: 100 })
  expect(reached).toBe(fleet)
}, 900_000)
