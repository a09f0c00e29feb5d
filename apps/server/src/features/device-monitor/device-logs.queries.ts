import type { DeviceLogLine, DeviceLogQuery } from '@fleetdeck/contract/device-logs'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import { toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { taskLines } from '../../platform/db/schema/task-runs.ts'

type Filter = z.output<typeof DeviceLogQuery> & { timeZone: string }

const lines = sql`(
  select 'task' as source, coalesce(t.task_name, r.script_name) as name, r.device_id, l.id, l.at, l.level, l.msg,
    true as is_answer
  from task_lines l join task_runs r on r.id = l.run_id left join tasks t on t.id = r.task_id
  union all
  select 'command', c.command, r.device_id, l.id, l.at,
    case l.state when 'failed' then 'error' else 'info' end, coalesce(nullif(l.msg, ''), l.state, ''),
    coalesce(l.state <> 'sent', true)
  from command_lines l join command_runs r on r.id = l.run_id join commands c on c.id = r.command_id
) lines`
const ofDevice = sql`${devices.id} = lines.device_id`

/** Stored lines of the devices within the scope, newest first. */
export async function listLines(db: Db, scope: Scope, query: Filter) {
  const { deviceNo, level, source, timeZone } = query
  const where = and(
    deviceWithin(scope),
    deviceNo ? eq(devices.deviceNo, deviceNo) : undefined,
    level ? sql`lines.level = ${level}` : undefined,
    source ? sql`lines.source = ${source}` : undefined,
    within(sql`lines.at`, query, timeZone),
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select({
      id: sql`lines.id`.mapWith(taskLines.id),
      source: sql<DeviceLogLine['source']>`lines.source`,
      name: sql<string>`lines.name`,
      deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
      at: sql`lines.at`.mapWith(taskLines.at),
      level: sql<DeviceLogLine['level']>`lines.level`,
      msg: sql<string>`lines.msg`,
    })
    .from(lines)
    .innerJoin(devices, ofDevice)
    .where(where)
    .orderBy(sql`lines.at desc, lines.is_answer desc, lines.id desc`)
    .limit(limit)
    .offset(offset)
  const [count] = await db
    .select({ total: sql`count(*)`.mapWith(Number) })
    .from(lines)
    .innerJoin(devices, ofDevice)
    .where(where)
  return { list, total: count?.total ?? 0 }
}
