import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import { type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../../access/data-scope.ts'
import type { Db } from '../../../platform/db/db.ts'
import { firstNumbers } from '../../../platform/db/natural-key.ts'
import { deviceRuntime, devices } from '../../../platform/db/schema/devices.ts'
import { knownCapabilities } from './known-capabilities.queries.ts'

/** How many numbers are named. */
const maxNamed = 5

export interface LackingPhones {
  count: number
  /** Numbers of the first ones that the caller may see. */
  first: string[]
  /** How many lack each capability; those that none lacks are missing. */
  lacks: Map<Capability, number>
}

interface Asked {
  /** Phones in sets: `key` and `device_id`. */
  targets: SQL
  /** What each set of phones needs. */
  needed: { key: number; capability: Capability }[]
  /** Phones that may be named; others only count. */
  scope: Scope
}

/** These phones as a set. */
export const asSet = (key: number, deviceIds: DeviceId[]): SQL =>
  sql`select ${key}::int as key, unnest(${sql.param(deviceIds)}::int[]) as device_id`

/**
 * Those of each set of phones that are known to lack something; phones of which it is not known
 * are not among them. Sets without such phones are missing.
 */
export async function lackingPhones(
  db: Db,
  { targets, needed, scope }: Asked,
): Promise<Map<number, LackingPhones>> {
  if (needed.length === 0) return new Map()
  const { rows } = await db.execute<{
    key: number
    capability: Capability | null
    count: number
    first: string[][]
  }>(sql`
    select n.key, n.capability, count(distinct ${devices.id})::int as count,
      ${firstNumbers(devices.deviceNo, maxNamed, ownedWithin(scope, devices.tenantId) ?? sql`true`)} as first
    from jsonb_to_recordset(${JSON.stringify(needed)}::jsonb) as n(key int, capability text)
    join (${targets}) targets on targets.key = n.key
    join ${devices} on ${devices.id} = targets.device_id
    left join ${deviceRuntime} on ${deviceRuntime.deviceId} = ${devices.id}
    where not jsonb_exists(${knownCapabilities}, n.capability)
    group by grouping sets ((n.key, n.capability), (n.key))`)
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, own]) => {
      const all = own.find(({ capability }) => capability === null)
      const lacks = own.flatMap(({ capability, count }): [Capability, number][] =>
        capability === null ? [] : [[capability, count]],
      )
      return [key, { count: all?.count ?? 0, first: all?.first.flat() ?? [], lacks: new Map(lacks) }]
    }),
  )
}

/** What one phone is known to lack of this. */
export async function lacksOf(
  db: Db,
  deviceId: DeviceId,
  needed: Iterable<Capability>,
): Promise<Capability[]> {
  const found = await lackingPhones(db, {
    targets: asSet(0, [deviceId]),
    needed: [...needed].map((capability) => ({ key: 0, capability })),
    scope: 'all',
  })
  return [...(found.get(0)?.lacks.keys() ?? [])].sort()
}
