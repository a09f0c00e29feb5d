import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { capabilities } from '@fleetdeck/contract/script-api/capabilities'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Cli } from './testing/cli.ts'

let site: TestSite
let cli: Cli
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  cli = await Cli.with(site)
})
afterEach(() => cli.close())
afterAll(() => site.stop())

test('devices are listed with their status, and filtered by group and by status', async () => {
  const phone = TestSocket.phone(site.address, await addAssignedPhone(site, 1))
  await phone.next('registered')
  phone.send({ action: 'heartbeat', can: capabilities.filter((name) => name !== 'ocr' && name !== 'pinch') })
  await addAssignedPhone(site, 2)
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Shop' } })
  await expect.poll(async () => (await cli.run('devices', '--online')).out).toContain('1 device\n')
  await site.flush()
  await expect.poll(async () => (await cli.run('devices')).out).toContain('ocr, pinch')
  const all = await cli.run('devices')
  expect(all).toMatchObject({ code: 0, err: '' })
  expect(all.out).toMatch(/^Number +Status +Group +Model.*Lacks\n/)
  expect(all.out).toMatch(/A1 +online +Lab +Deck One.* ocr, pinch\n/)
  expect(all.out).toMatch(/A2 +offline +Lab.* \?\n/)
  const online = await cli.run('devices', '--online', '--json')
  expect(online.json()).toMatchObject([{ deviceNo: 'A1', runtime: { online: true } }])
  expect((await cli.run('devices', '--group', 'Shop', '--json')).json()).toEqual([])
  phone.close()
})

test('a name that does not exist ends the command with code 4, in JSON too', async () => {
  const refused = await cli.run('devices', '--group', 'Attic', '--json')
  expect(refused).toMatchObject({ code: 4, out: '' })
  expect(JSON.parse(refused.err)).toEqual({
    error: { exitCode: 4, message: 'The group “Attic” does not exist, or you cannot see it' },
  })
})

test('a token without the permission, a wrong token, and none at all end the command with code 3', async () => {
  const weak = await Cli.with(site, ['device/group/list'])
  const refused = await weak.run('devices')
  expect(refused.code).toBe(3)
  expect(refused.err).toMatch(/The access token does not have the permission “device\/deviceList\/list”/)
  expect((await weak.run('devices', '--lang', 'zhcn')).err).toMatch(/权限/)
  await weak.close()
  cli.env = { ...cli.env, FLEETDECK_TOKEN: 'fdt_guessed' }
  expect((await cli.run('devices')).code).toBe(3)
  cli.env = {}
  const none = await cli.run('devices')
  expect(none).toMatchObject({
    code: 3,
    err: 'fleetdeck: You are not signed in. Run “fleetdeck login ADDRESS”.\n',
  })
})

test('a token is only sent to the server that is named with it', async () => {
  const { FLEETDECK_TOKEN = '' } = cli.env
  cli.env = { FLEETDECK_TOKEN }
  await cli.write('fleetdeck.json', JSON.stringify({ server: 'http://127.0.0.1:9', scripts: {} }))
  expect(await cli.run('devices')).toMatchObject({
    code: 2,
    err: 'fleetdeck: FLEETDECK_TOKEN needs FLEETDECK_URL, the server’s address\n',
  })
})

test('a server that does not answer, or is another program, ends the command with code 5', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`
  cli.env = { ...cli.env, FLEETDECK_URL: closed }
  expect(await cli.run('devices')).toMatchObject({
    code: 5,
    err: `fleetdeck: Could not reach ${closed}: ECONNREFUSED\n`,
  })
  let seen = 0
  const other = createServer((request, response) => {
    seen += request.url === '/elsewhere' ? 1 : 0
    response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  cli.env = { ...cli.env, FLEETDECK_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}` }
  expect((await cli.run('devices')).code).toBe(5)
  expect(seen).toBe(0)
  other.close()
})

test('wrong words end the command with code 2 and say what is wrong', async () => {
  for (const [words, message] of [
    [['nothing'], 'There is no command “nothing”; see fleetdeck --help'],
    [['devices', 'more'], 'Unexpected argument “more”; see fleetdeck devices --help'],
    [['devices', '--all'], "Unknown option '--all'"],
    [['devices', '--group'], "Option '--group <value>' argument missing"],
    [['devices', '--lang', 'fr'], '--lang must be one of zhcn, zhtw, en'],
  ] as const)
    expect(await cli.run(...words)).toMatchObject({ code: 2, out: '', err: `fleetdeck: ${message}\n` })
  cli.env = { ...cli.env, FLEETDECK_URL: 'phones.example.org' }
  expect((await cli.run('devices')).err).toMatch(/^fleetdeck: FLEETDECK_URL must be an address/)
})

test('every command has a help text', async () => {
  const overview = await cli.run('--help')
  expect(overview.code).toBe(0)
  const names = [...overview.out.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const help = await cli.run(name, '--help')
    expect(help, name).toMatchObject({ code: 0, err: '' })
    expect(help.out).toMatch(new RegExp(`^fleetdeck ${name} `))
  }
})
