import { createHash } from 'node:crypto'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { commandLine, commandLinePermissions } from '@fleetdeck/contract/command-line'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newToken } from '../../platform/core/tokens.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const verifier = newToken()
const challenge = createHash('sha256').update(verifier).digest('base64url')
const grant = (client = site.admin) =>
  client.call(commandLine.grant, { body: { challenge, host: 'desk', days: 30 } })
const redeem = (code: string, other = verifier) =>
  site.nobody.ask(commandLine.redeem, { body: { code, verifier: other } })
const refused = { code: -1, msg: 'The code is not valid or has expired. Run “fleetdeck login” again.' }

test('a granted code is exchanged once, for a token with the permissions that the user has', async () => {
  const permissions = ['device/deviceList/list', 'device/group/list', 'system/auth/userList']
  const lin = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.self })
  const { code } = await grant(lin.client)
  const { data } = (await redeem(code)) as { data: { token: string; userName: string } }
  expect(data.userName).toBe('lin')
  const [row] = await lin.client.call(ownAccessTokens.list)
  expect(row).toMatchObject({
    tokenName: 'fleetdeck (desk)',
    permissions: ['device/deviceList/list', 'device/group/list'],
  })
  expect((await site.as(data.token).call(devices.list)).list).toEqual([])
  expect(await redeem(code)).toEqual(refused)
})

test('a code is useless with another verifier, after five minutes, and for a deleted account', async () => {
  const { code } = await grant()
  expect(await redeem(code, newToken())).toEqual(refused)
  expect(await redeem(code)).toEqual(refused)
  const late = await site.admin.call(commandLine.grant, { body: { challenge, host: 'late', days: 1 } })
  await site.deps.db.execute(sql`update token_grants set expires_at = now() - interval '1 second'`)
  expect(await redeem(late.code)).toEqual(refused)
  const lin = await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['device/deviceList/list'], dataScope: DataScope.self },
  )
  const gone = await grant(lin.client)
  await site.deps.db.execute(sql`update users set deleted_at = now() where id = ${lin.id}`)
  expect(await redeem(gone.code)).toEqual(refused)
  expect(await site.admin.call(ownAccessTokens.list)).toEqual([])
})

test('a user without any of the permissions cannot sign a command line in', async () => {
  const lin = await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['system/auth/userList'], dataScope: DataScope.self },
  )
  expect(
    await lin.client.ask(commandLine.grant, { body: { challenge, host: 'desk', days: 1 } }),
  ).toMatchObject({
    code: 403,
  })
})

test('a command line signs itself out, and a session cannot do so', async () => {
  const { code } = await grant()
  const { data } = (await redeem(code)) as { data: { token: string } }
  const program = site.as(data.token)
  await program.call(commandLine.signOut)
  expect((await program.ask(devices.list)).code).toBe(401)
  expect((await site.admin.ask(commandLine.signOut)).code).toBe(403)
})

test('every permission of the command line is one of the product’s', () => {
  const known = new Set(site.app.endpoints.map(({ permission }) => permission))
  expect(commandLinePermissions.filter((permission) => !known.has(permission))).toEqual([])
})
