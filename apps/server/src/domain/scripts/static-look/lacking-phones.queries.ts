import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'

/** How many numbers are named. */
const maxNamed = 5

export interface LackingPhones {
  count: number
  /** Numbers of the first ones. */
  first: string[]
  /** How many lack each capability; those that none lacks are missing. */
  lacks: Map<Capability, number>
}

/** Those of these phones that are known to lack something; phones that have not reported what they can are not among them. */
export async function lackingPhones(
  db: Db,
  deviceIds: DeviceId[],
  needed: Capability[],
): Promise<LackingPhones> {
  if (deviceIds.length === 0 || needed.length === 0) return { count: 0, first: [], lacks: new Map() }
  const { rows } = await db.execute<{ capability: Capability | null; count: number; first: string[] }>(sql`
    select n.capability, count(distinct d.id)::int as count,
      (array_agg(distinct d.device_no))[1:${maxNamed}::int] as first
    from devices d join device_runtime r on r.device_id = d.id
    cross join unnest(${sql.param(needed)}::text[]) as n(capability)
    where d.id = any(${sql.param(deviceIds)}::int[]) and r.can is not null and not jsonb_exists(r.can, n.capability)
    group by grouping sets ((n.capability), ())`)
  const all = rows.find(({ capability }) => capability === null)
  return {
    count: all?.count ?? 0,
    first: all?.first ?? [],
    lacks: new Map(
      rows.flatMap(({ capability, count }) => (capability === null ? [] : [[capability, count]])),
    ),
  }
}
