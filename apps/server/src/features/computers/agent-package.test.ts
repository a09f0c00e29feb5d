import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentInstall, agentPackageFile } from '@fleetdeck/contract/agent-package'
import { computers } from '@fleetdeck/contract/computers'
import { ComputerId } from '@fleetdeck/contract/ids'
import { writeAgentPackage } from '@fleetdeck/testing/files/agent-package'
import { computerReport, FakeComputer } from '@fleetdeck/testing/phones/fake-computer'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { AgentOffer } from '../../domain/computers/agent-offer.ts'

const content = Buffer.from('the package')
const sha256 = createHash('sha256').update(content).digest('hex')

let folder: string
let site: TestSite
let computer: FakeComputer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-package-'))
  await write('agent')
  site = await startTestSite({ agentFolder: join(folder, 'agent') })
})
beforeEach(async () => {
  computer?.socket?.close()
  await site.reset()
  computer = new FakeComputer(site.address)
  await computer.enrol(site.deps.parameters.get('device.enrolmentKey'))
})
afterAll(async () => {
  computer.socket?.close()
  await site.stop()
  await rm(folder, { recursive: true })
})

const write = (name: string) => writeAgentPackage(join(folder, name), { version: '1.2.0', content })
const id = ComputerId.parse(1)
async function shown(report: Parameters<typeof computerReport>[0]) {
  await computer.connect(computerReport(report))
  await site.flush()
  return (await site.admin.call(computers.list, { query: {} })).list[0]
}

test.each([
  ['an older version', { agentVersion: '1.1.9' }, true, true],
  ['the same version, as installed', { agentVersion: '1.2.0' }, true, false],
  ['another build of the version', { agentVersion: '1.2.0', release: 'ab'.repeat(32) }, true, true],
  ['the package', { agentVersion: '1.2.0', release: sha256 }, false, false],
  ['a newer version', { agentVersion: '1.10.0' }, false, false],
])('a computer with %s', async (_what, report, isOffered, isOutdated) => {
  expect(await shown(report)).toMatchObject({
    offeredAgent: isOffered ? { version: '1.2.0', sha256 } : null,
    ...{ isOutdated, isUpdated: 'release' in report },
  })
})

test('an update that failed is shown with its reason, also one that this server does not know', async () => {
  const update = { version: '1.2.0', sha256, state: 'failed', failure: 'from the future', words: 'exit 3' }
  expect(await shown({ update: update as never })).toMatchObject({ update: { ...update, failure: 'other' } })
})

test('the package is for computers of the site only', async () => {
  const path = agentPackageFile.path.replace(':sha256', sha256)
  const get = (token?: string, address = path) =>
    fetch(site.address + address, {
      headers: { languageselect: 'en', ...(token && { authorization: `Bearer ${token}` }) },
    })
  const whole = await get(computer.token)
  expect(whole.headers.get('content-type')).toBe('application/octet-stream')
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(content)
  for (const token of [undefined, 'wrong', site.admin.token])
    expect(await (await get(token)).json()).toMatchObject({ code: 401 })
  const other = agentPackageFile.path.replace(':sha256', 'ab'.repeat(32))
  expect(await (await get(computer.token, other)).json()).toMatchObject({ code: 404 })
})

test('anybody can download the package by the address that the console shows', async () => {
  const { path } = await site.admin.call(agentInstall.one)
  expect(path).toBe('/agent/fleetdeck-agent-1.2.0.tgz')
  const whole = await fetch(site.address + path)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('application/gzip')
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(content)
  const tag = whole.headers.get('etag') ?? ''
  const again = await fetch(site.address + path, { headers: { 'if-none-match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('no other file is at such an address, and a server without a package says so', async () => {
  for (const name of ['fleetdeck-agent-1.1.0.tgz', 'agent.json', `${sha256}.tgz`, '..%2Fagent%2Fagent.json'])
    expect((await fetch(`${site.address}/agent/${name}`)).status, name).toBe(404)
  const bare = await startTestSite()
  onTestFinished(() => bare.stop())
  expect(await bare.admin.call(agentInstall.one)).toEqual({ path: null })
  expect((await fetch(`${bare.address}/agent/fleetdeck-agent-1.2.0.tgz`)).status).toBe(404)
})

test('an order for another package than that of the server is refused', async () => {
  await shown({})
  const order = (hash: string) =>
    site.admin.ask(computers.command, { body: { id, command: { type: 'updateAgent', sha256: hash } } })
  expect(await order('ab'.repeat(32))).toMatchObject({
    msg: 'The package of the agent on this server has changed. Reload the page, and update again.',
  })
  expect((await order('no hash')).code).not.toBe(0)
  const asked = order(sha256)
  const { id: commandId, command } = await computer.nextCommand()
  expect(command).toEqual({ type: 'updateAgent', sha256, signature: expect.stringMatching(/^[\w-]{86}$/) })
  computer.send({ action: 'commandDone', id: commandId })
  expect(await asked).toMatchObject({ code: 0 })
})

test('a damaged package is not offered', async () => {
  const errors: unknown[] = []
  const open = (name: string) =>
    AgentOffer.open(join(folder, name), { error: (...words) => errors.push(words) })
  await write('changed')
  await writeFile(join(folder, 'changed', `${sha256}.tgz`), 'another')
  await write('unreadable')
  await writeFile(join(folder, 'unreadable/agent.json'), '{"version":1}')
  expect((await open('changed')).package).toBeNull()
  expect((await open('unreadable')).package).toBeNull()
  expect(errors).toHaveLength(2)
  expect((await open('missing')).package).toBeNull()
  expect(errors).toHaveLength(2)
})
