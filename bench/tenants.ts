import type { UserId } from '@fleetdeck/contract/ids'
import { TenantQuery } from '@fleetdeck/contract/tenants'
import { changedPassword } from '@fleetdeck/testing/server/http-client'
import { sql } from 'drizzle-orm'
import { isAccountExpired, isAccountOff } from '../apps/server/src/access/account-line.queries.ts'
import { lockGrant, lockPlaces } from '../apps/server/src/domain/devices/device-quota.queries.ts'
import { billBelow } from '../apps/server/src/features/tenants/bill.queries.ts'
import { recordUsage, watchLimits } from '../apps/server/src/features/tenants/record-usage.ts'
import { listTenants, readTenants, summarize } from '../apps/server/src/features/tenants/tenants.queries.ts'
import type { Seal } from '../apps/server/src/platform/core/seal.ts'
import type { Db } from '../apps/server/src/platform/db/db.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { devices } from '../apps/server/src/platform/db/schema/devices.ts'
import { seed } from '../apps/server/src/platform/db/seed/seed.ts'
import { ParameterStore } from '../apps/server/src/platform/parameters/parameter-store.ts'
import { openSeal } from '../apps/server/src/platform/seals/open-seal.ts'
import type { Hub } from '../apps/server/src/realtime/hub-types.ts'
import { onBothDatabases, type Where } from './databases.ts'
import { printSeries, type Series } from './figures.ts'

const userCount = 100_000
const deviceCount = 10_000
/** Users below each one: a tree ten deep. */
const children = 3
const rounds = 300
const goalMs = 20
/** Of pages and jobs, which take longer. */
const pageRounds = 20
const pageGoalMs = 300

/** The users with a quota: the tenant at the top alone, everybody, or everybody directly below one tenant. */
const shapes = ['quotas on every level', 'one quota at the top', 'all directly below one tenant'] as const
type Shape = (typeof shapes)[number]

export async function benchTenants(): Promise<void> {
  for (const shape of shapes) await onBothDatabases((name, where) => measure(name, shape, where))
}

async function measure(name: string, shape: Shape, where: Where): Promise<void> {
  const open = await openDb(where)
  const { db } = open
  try {
    await seed(db, await openSeal(db, where), changedPassword)
    const began = performance.now()
    await fill(db, shape)
    console.log(`${name}, ${shape}: filled in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    const [deepest] = (
      await db.execute<{ depth: number }>(
        sql`select max(depth)::int as depth from account_line(${userCount + 1})`,
      )
    ).rows
    const leaf = (round: number) => (userCount + 1 - ((round * 7919) % 30_000)) as UserId
    const series = async (title: string, work: (id: UserId, round: number) => Promise<unknown>) => {
      const samples: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now()
        await work(leaf(round), round)
        samples.push(performance.now() - start)
      }
      return { name: title, samples } satisfies Series
    }
    printSeries(
      `${userCount} users, ${deepest?.depth} levels, ${deviceCount} devices`,
      [
        await series('quota check of one assignment', (id) => db.transaction((tx) => lockPlaces(tx, id))),
        await series('check, and the device itself', (tenantId, round) =>
          db.transaction(async (tx) => {
            await lockPlaces(tx, tenantId)
            await tx.insert(devices).values({ deviceNo: `N${round}`, tenantId })
          }),
        ),
        await series('check of a quota that is given', (id) =>
          db.transaction((tx) => lockGrant(tx, id, undefined)),
        ),
        await series('state and expiry of an account', (id) =>
          db.execute(sql`select ${isAccountOff(id)}, ${isAccountExpired(id)}`),
        ),
      ],
      goalMs,
    )
    await measurePages(db)
  } finally {
    await open.close()
  }
}

/** The pages of a reseller who has all the others below, and the job that records their use. */
async function measurePages(db: Db): Promise<void> {
  const [admin, reseller] = [1 as UserId, 2 as UserId]
  const ofAdmin = { scope: 'all', callerId: admin } as const
  const ofReseller = { scope: { userId: reseller, departments: [] }, callerId: reseller }
  const rules = { expiryDays: 30, storageMegabytes: 102_400 }
  const page = (query: object) => TenantQuery.parse(query)
  const hub = { accountAlertsChanged: async () => {} } as unknown as Hub
  const parameters = new ParameterStore(db, {} as Seal)
  const record = () => recordUsage({ db, hub, parameters }, async () => {}, new AbortController().signal)
  const series = async (name: string, work: () => Promise<unknown>, times = pageRounds) => {
    const samples: number[] = []
    for (let round = 0; round < times; round += 1) {
      const start = performance.now()
      await work()
      samples.push(performance.now() - start)
    }
    return { name, samples } satisfies Series
  }
  printSeries(
    'tenants',
    [
      await series('first run of the job of a day', record, 1),
      await series('further run of the job', record, 5),
      await series('limits, once a minute', () => watchLimits({ db, hub, parameters }, async () => {})),
      await series('highest tenants, an administrator', () => listTenants(db, ofAdmin, page({}), rules)),
      await series('highest tenants, a reseller', () => listTenants(db, ofReseller, page({}), rules)),
      await series('those by devices in use', () =>
        listTenants(db, ofReseller, page({ orderByColumn: 'used', isAsc: 'desc' }), rules),
      ),
      await series('search on all levels', () =>
        listTenants(db, ofReseller, page({ userName: 'user123' }), rules),
      ),
      await series('expired ones on all levels', () =>
        listTenants(db, ofReseller, page({ state: 'expired' }), rules),
      ),
      await series('summary of a reseller', () => summarize(db, ofReseller, rules)),
      await series('own account of a reseller', () => readTenants(db, ofReseller, [reseller], rules)),
      await series('bill of a month', () => {
        const month = new Date().toISOString().slice(0, 7)
        return billBelow(db, ofReseller, undefined, { month, timeZone: 'UTC' })
      }),
    ],
    pageGoalMs,
  )
}

async function fill(db: Db, shape: Shape): Promise<void> {
  const parent =
    shape === 'all directly below one tenant'
      ? sql`case when n = 1 then 1 else 2 end`
      : sql`case when n = 1 then 1 else 2 + (n - 2) / ${children}::int end`
  // Each has what its users below have together.
  const quota =
    shape === 'one quota at the top'
      ? sql`case when n = 1 then 1000000 end`
      : shape === 'quotas on every level'
        ? sql`case when n = 1 then 1000000 else greatest(2, 300000 / n) end`
        : sql`case when n = 1 then 1000000 else 2 end`
  await db.execute(sql`alter table users disable trigger users_added`)
  await db.execute(sql`
    insert into users (user_name, nick_name, password_hash, con_secret, con_secret_hash, user_type, parent_id, device_number)
    select 'user' || n, 'Nick ' || n, '', md5(n::text), md5(n::text), 1, ${parent}, ${quota}
    from generate_series(1, ${userCount}::int) n`)
  await db.execute(sql`alter table users enable trigger users_added`)
  await db.execute(sql`
    with given as (
      select parent_id, sum(device_number)::int as places from users where parent_id is not null and device_number > 0 group by 1
    ) insert into device_totals (user_id, committed) select parent_id, places from given`)
  await db.execute(sql`
    insert into devices (device_no, tenant_id)
    select 'D' || n, 2 + ${userCount}::int - 1 - n * 3 from generate_series(1, ${deviceCount}::int) n`)
  await db.execute(sql`analyze`)
}
