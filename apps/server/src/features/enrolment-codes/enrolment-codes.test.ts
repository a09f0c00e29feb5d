import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { enrolmentCodes, maxCodeDays, maxCodes, maxCodeUses } from '@fleetdeck/contract/enrolment-codes'
import { DataScope } from '@fleetdeck/contract/enums'
import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { deviceGroups as groupTable } from '../../platform/db/schema/device-groups.ts'
import { enrolmentCodes as codeTable } from '../../platform/db/schema/enrolment-codes.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const draft = { codeName: 'lab', target: 'site' as const }
const add = (body: object, client: TestClient = site.admin) => client.ask(enrolmentCodes.add, { body })
const listed = async (client: TestClient = site.admin, query = {}) =>
  (await client.call(enrolmentCodes.list, { query })).list

const permissions = [enrolmentCodes.list, enrolmentCodes.add, enrolmentCodes.revoke].map(
  ({ permission }) => permission,
)
const holder = (userName: string, dataScope: DataScope = DataScope.self, parentId?: UserId) =>
  addHolder(site, { userName, ...(parentId && { parentId }) }, { permissions, dataScope })

async function addGroup(tenantId: UserId, groupName: string): Promise<GroupId> {
  return insertedRow(await site.deps.db.insert(groupTable).values({ tenantId, groupName }).returning()).id
}

describe('creating a code', () => {
  test('shows it once, with the address for phones, and stores its hash; by default for one phone and a week', async () => {
    await site.deps.parameters.set('sys.publicAddress', 'https://phones.example')
    const { code, address } = await site.admin.call(enrolmentCodes.add, { body: draft })
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(address).toBe('https://phones.example')
    const [row] = await site.deps.db.select().from(codeTable)
    const stored = JSON.stringify([row, await listed()])
    for (const text of [code, code.replaceAll('-', '')]) expect(stored).not.toContain(text)
    expect(stored).not.toContain('codeHash":""')
    const shown = firstRow(await listed())
    expect(shown).toMatchObject({
      ...{ codeName: 'lab', target: 'site', userName: null, groupName: null, creatorName: 'admin' },
      ...{ state: 'usable', used: 0, maxUses: 1, revokedAt: null },
    })
    expect((Date.parse(shown.expiresAt) - Date.now()) / dayMs).toBeCloseTo(7, 1)
    expect(JSON.stringify(shown)).not.toContain('codeHash')
  })

  test('makes another one each time', async () => {
    const codes = []
    for (const codeName of ['a', 'b', 'c'])
      codes.push((await site.admin.call(enrolmentCodes.add, { body: { ...draft, codeName } })).code)
    expect(new Set(codes).size).toBe(3)
  })

  test.each([
    [
      'in the past',
      { expiresAt: inDays(-0.001) },
      `The expiry must be in the future and up to ${maxCodeDays} days from now`,
    ],
    [
      'after more than a year',
      { expiresAt: inDays(maxCodeDays + 1) },
      `The expiry must be in the future and up to ${maxCodeDays} days from now`,
    ],
    ['without a use', { maxUses: 0 }, 'Number of phones must be 1 to 10,000'],
    ['with too many uses', { maxUses: maxCodeUses + 1 }, 'Number of phones must be 1 to 10,000'],
    ['without a name', { codeName: ' ' }, 'Enter a name'],
    ['for a group without the group', { target: 'group', numberPrefix: 'A' }, 'Select a device group'],
    ['for a group without numbers', { target: 'group', groupId: 1 }, 'Enter a number prefix'],
    [
      'with a wrong prefix',
      { target: 'group', groupId: 1, numberPrefix: 'A-' },
      'Prefix can be up to 20 letters and digits',
    ],
  ])('%s is refused', async (_, change, msg) => {
    expect(await add({ ...draft, ...change })).toMatchObject({ code: -1, msg })
    expect(await listed()).toEqual([])
  })

  test('asks for a proof that is older than ten minutes, and is logged without the code', async () => {
    await site.deps.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
    site.deps.sessions.forget()
    expect((await add(draft)).code).toBe(428)
    await site.deps.db.execute(sql`update sessions set proven_at = now()`)
    site.deps.sessions.forget()
    const { id, code } = await site.admin.call(enrolmentCodes.add, { body: draft })
    await site.admin.call(enrolmentCodes.revoke, { body: { ids: [id] } })
    await site.flush()
    const { list } = await site.admin.call(operationLogs.list)
    expect(list.map(({ operUrl }) => operUrl)).toEqual(
      expect.arrayContaining([enrolmentCodes.add.path, enrolmentCodes.revoke.path]),
    )
    const details = await Promise.all(
      list.map((entry) => site.admin.call(operationLogs.detail, { query: { id: entry.id } })),
    )
    expect(JSON.stringify(details)).toContain('lab')
    for (const text of [code, code.replaceAll('-', '')]) expect(JSON.stringify(details)).not.toContain(text)
  })

  test('ends at a number of usable ones', async () => {
    const row = { codeName: 'x', creatorId: 1 as UserId, maxUses: 1, expiresAt: new Date(Date.now() + dayMs) }
    const rows = Array.from({ length: maxCodes }, (_, n) => ({ ...row, codeHash: `hash ${n}` }))
    await site.deps.db.insert(codeTable).values(rows)
    expect((await add(draft)).msg).toBe(
      `You can have up to ${maxCodes} active enrolment codes. Revoke one that you no longer need.`,
    )
    await site.admin.call(enrolmentCodes.revoke, { body: { ids: [1] } })
    expect((await add({ ...draft, codeName: 'again' })).code).toBe(0)
  })
})

describe('a user who sees only their own rows', () => {
  test('makes codes for themselves, users below and their groups, and for nobody else', async () => {
    const lin = await holder('lin')
    const below = await addUser(site, { userName: 'below', parentId: lin.id })
    const wei = await addUser(site, { userName: 'wei' })
    const [own, ofBelow, ofWei] = [
      await addGroup(lin.id, 'own'),
      await addGroup(below.id, 'of below'),
      await addGroup(wei.id, 'of wei'),
    ]
    const prefix = { target: 'group', numberPrefix: 'L' }
    const ask = (codeName: string, body: object) => add({ codeName, ...body }, lin.client)
    expect(await ask('site', { target: 'site' })).toEqual({
      code: 403,
      msg: 'Only users who can view all devices can create enrolment codes for the site. Select a user or a group instead.',
    })
    expect((await ask('own', { target: 'user' })).code).toBe(0)
    expect((await ask('below', { target: 'user', tenantId: below.id })).code).toBe(0)
    expect((await ask('wei', { target: 'user', tenantId: wei.id })).code).toBe(404)
    expect((await ask('own group', { ...prefix, groupId: own })).code).toBe(0)
    expect((await ask('group below', { ...prefix, groupId: ofBelow })).code).toBe(0)
    expect((await ask('group of wei', { ...prefix, groupId: ofWei })).code).toBe(404)
    const shown = (await listed(lin.client)).map(({ codeName, userName, groupName }) => [
      codeName,
      userName,
      groupName,
    ])
    expect(shown).toEqual([
      ['group below', 'below', 'of below'],
      ['own group', 'lin', 'own'],
      ['below', 'below', null],
      ['own', 'lin', null],
    ])
  })

  test('neither sees nor revokes codes of others and of the site, one by one or together', async () => {
    const [lin, wei] = [await holder('lin'), await holder('wei')]
    await add(draft)
    await add({ codeName: 'of wei', target: 'user' }, wei.client)
    await add({ codeName: 'own', target: 'user' }, lin.client)
    expect((await listed(lin.client)).map(({ codeName }) => codeName)).toEqual(['own'])
    const ids = Object.fromEntries((await listed()).map(({ codeName, id }) => [codeName, id]))
    for (const codeName of ['lab', 'of wei']) {
      const query = { id: ids[codeName] }
      expect((await lin.client.ask(enrolmentCodes.uses, { query })).code).toBe(404)
      for (const asked of [[ids[codeName]], [ids.own, ids[codeName]]])
        expect((await lin.client.ask(enrolmentCodes.revoke, { body: { ids: asked } })).code).toBe(404)
    }
    expect((await listed()).map(({ state }) => state)).toEqual(['usable', 'usable', 'usable'])
  })

  test('needs the permissions: those who may look can neither create nor revoke', async () => {
    const looker = { permissions: [enrolmentCodes.list.permission], dataScope: DataScope.all }
    const { client } = await addHolder(site, { userName: 'lin' }, looker)
    await add(draft)
    expect(await listed(client)).toHaveLength(1)
    expect((await add({ ...draft, codeName: 'x' }, client)).code).toBe(403)
    expect((await client.ask(enrolmentCodes.revoke, { body: { ids: [1] } })).code).toBe(403)
  })
})

test('codes are filtered by state, owner and name, and revoking twice keeps the first time', async () => {
  for (const codeName of ['revoked', 'expired', 'used up', 'usable'])
    await add({ codeName, target: codeName === 'usable' ? 'user' : 'site' })
  await site.admin.call(enrolmentCodes.revoke, { body: { ids: [1] } })
  await site.deps.db.execute(sql`update enrolment_codes set expires_at = now() where id = 2`)
  await site.deps.db.execute(sql`update enrolment_codes set used = 1 where id = 3`)
  for (const [state, codeName] of [
    ['revoked', 'revoked'],
    ['expired', 'expired'],
    ['usedUp', 'used up'],
    ['usable', 'usable'],
  ])
    expect(
      (await listed(site.admin, { state })).map((row) => row.codeName),
      state,
    ).toEqual([codeName])
  expect(await listed(site.admin, { tenantId: 1 })).toHaveLength(1)
  expect(await listed(site.admin, { codeName: 'USED' })).toHaveLength(1)
  const { revokedAt } = firstRow(await listed(site.admin, { state: 'revoked' }))
  await site.admin.call(enrolmentCodes.revoke, { body: { ids: [1, 2] } })
  const both = await listed(site.admin, { state: 'revoked' })
  expect(both.find(({ id }) => (id as number) === 1)?.revokedAt).toBe(revokedAt)
  expect(both).toHaveLength(2)
})

test('a group with codes can be removed', async () => {
  const groupId = await addGroup(1 as UserId, 'Lab')
  await add({ codeName: 'lab', target: 'group', groupId, numberPrefix: 'A' })
  await site.admin.call(deviceGroups.remove, { query: { ids: [groupId] } })
  expect(await listed()).toMatchObject([{ target: 'group', groupName: null, state: 'revoked' }])
})
