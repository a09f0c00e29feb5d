import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// The embedded database has one session, which waits for nobody.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two that wait for each other', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
    await site.deps.db.execute(sql`create table waiting (id int primary key, count int not null)`)
    await site.deps.db.execute(sql`insert into waiting values (1, 0), (2, 0)`)
  })
  afterAll(async () => {
    await site.deps.db.execute(sql`drop table waiting`)
    await site.stop()
  })
  const add = (id: number) => sql`update waiting set count = count + 1 where id = ${id}`
  const counts = async () =>
    (await site.deps.db.execute(sql`select count from waiting order by id`)).rows.map(({ count }) => count)

  /** Updates the first row; then, when all have done so, the second one. */
  function pair() {
    const hasBegun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    return [0, 1].map((which) =>
      site.deps.db.transaction(async (tx) => {
        await tx.execute(add(which + 1))
        hasBegun[which]?.resolve()
        await Promise.all(hasBegun.map(({ promise }) => promise))
        await tx.execute(add(2 - which))
      }),
    )
  }

  test('both are done, each once: transactions', async () => {
    await Promise.all(pair())
    expect(await counts()).toEqual([2, 2])
  })

  test('both are done, each once: a single statement', async () => {
    const { db } = site.deps
    const [isLocked, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = db.transaction(async (tx) => {
      await tx.execute(add(2))
      isLocked.resolve()
      await isWaiting.promise
      await tx.execute(add(1))
    })
    await isLocked.promise
    // Statements of the query builder begin when somebody waits for them.
    const statement = Promise.resolve(
      db.execute(
        sql`update waiting set count = count + 1 where id in (select id from waiting order by id for update)`,
      ),
    )
    await expect
      .poll(
        async () =>
          (
            await db.execute(
              sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update waiting%'`,
            )
          ).rows.length,
      )
      .toBe(1)
    isWaiting.resolve()
    await Promise.all([transaction, statement])
    expect(await counts()).toEqual([4, 4])
  })
})
