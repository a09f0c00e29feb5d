import type { ScriptId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { tasks } from '@fleetdeck/contract/tasks'
import type { HttpClient } from '@fleetdeck/testing/server/http-client'
import { sql } from 'drizzle-orm'
import type { OpenDb } from '../../apps/server/src/platform/db/open-db.ts'
import { until } from './until.ts'

export async function addScript(admin: HttpClient): Promise<ScriptId> {
  await admin.call(platforms.add, { body: { platformName: 'Bench' } })
  const script = { scriptName: 'Bench', platformId: 1, version: '1', content: '1' }
  return (await admin.call(scripts.add, { body: script })).id
}

/** Milliseconds from the start of a task to each phone's answer, as received by the server. */
export async function taskToAll(
  { db }: OpenDb,
  admin: HttpClient,
  { scriptId, phones }: { scriptId: ScriptId; phones: number },
): Promise<number[]> {
  const body = { taskName: 'To all', scriptId, execType: 1 as const, groupIds: [1] }
  const { id } = await admin.call(tasks.add, { body })
  await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
  const succeeded = async () => (await admin.call(tasks.one, { query: { id } })).counts.succeeded
  // Counting the runs takes time of the servers that is measured.
  await until('all phones to have run it', async () => (await succeeded()) === phones, 1000)
  const { rows } = await db.execute<{ ms: number }>(sql`
    select extract(epoch from ended_at - due_at)::float8 * 1000 as ms from task_runs
    where task_id = ${id} and state = 'succeeded'`)
  return rows.map(({ ms }) => Number(ms))
}
