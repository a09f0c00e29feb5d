import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadedRows } from '../../testing/downloads.ts'
import { endpointScopes } from '../../testing/rights/endpoint-scopes.ts'
import { type TwoTenants, twoTenants } from '../../testing/rights/two-tenants.ts'
import { changedTables, printTables } from '../../testing/table-prints.ts'

let site: TestSite
let tenants: TwoTenants
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

async function fillAgain() {
  await site.reset()
  tenants = await twoTenants(site)
}

const endpointName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const named = (name: string) => {
  const [method, path] = name.split(' ') as [Endpoint['method'], string]
  return { method, path }
}
const calls = Object.entries(endpointScopes)

test('every call that needs a permission has a declared data scope, and no other call', () => {
  const guarded = site.app.endpoints.filter(
    ({ permission }) => permission !== 'public' && permission !== 'signed-in',
  )
  expect(Object.keys(endpointScopes).sort()).toEqual(guarded.map(endpointName).sort())
})

describe('shows only what is within the scope:', () => {
  beforeAll(fillAgain)
  for (const [name, scope] of calls) {
    if (typeof scope === 'string' || !('shows' in scope)) continue
    test(name, async () => {
      const { code, data } = await tenants.client.ask(named(name), scope.shows)
      expect(code).toBe(0)
      const rows = scope.file
        ? await downloadedRows(site, tenants.client, (data as { fileName: string }).fileName)
        : data
      const shown = JSON.stringify(rows)
      expect(shown).toMatch(/ann/)
      expect(shown).not.toMatch(/bob/)
    })
  }
})

describe('changes only what is within the scope:', () => {
  let refill: () => Promise<void>
  beforeAll(async () => {
    await fillAgain()
    refill = await site.keep()
  })
  beforeEach(() => refill())
  for (const [name, scope] of calls) {
    if (typeof scope === 'string' || !('touches' in scope)) continue
    test(name, async () => {
      const { client, mine, theirs } = tenants
      const changedByRefusal = async () => {
        await site.flush()
        const before = await printTables(site)
        const refused = await client.ask(named(name), scope.touches(theirs))
        expect(refused.code, 'out of scope').not.toBe(0)
        return changedTables(before, await printTables(site))
      }
      // An effect of the previous call may arrive in the meantime, but not each time. The same write twice within a
      // second is refused for that.
      await expect.poll(changedByRefusal, { interval: 1100, timeout: 15_000 }).toEqual([])
      expect(await client.ask(named(name), scope.touches(mine)), 'in scope').toMatchObject({ code: 0 })
    })
  }
})

describe('reaches only what is within the scope:', () => {
  beforeAll(fillAgain)
  for (const [name, scope] of calls) {
    if (typeof scope === 'string' || !('reaches' in scope)) continue
    test(name, async () => {
      const { client, mine, theirs } = tenants
      expect(await client.ask(named(name), scope.reaches(theirs))).toMatchObject({ code: 404 })
      const inScope = await client.ask(named(name), scope.reaches(mine))
      expect(inScope).toMatchObject({
        code: -1,
        msg: expect.stringMatching(/^The (computer|device) is offline/),
      })
    })
  }
})
