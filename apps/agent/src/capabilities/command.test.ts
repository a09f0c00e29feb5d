import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { Outbox } from '../outbox.ts'
import { agentTexts } from '../texts.ts'
import { type CommandOrder, CommandRunner } from './command.ts'
import { DeviceLog } from './log.ts'

const patience = { timeout: 30_000 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
})
afterAll(() => rm(folder, { recursive: true }))
const stopping = new AbortController()
afterAll(() => stopping.abort())

function setUp(server = new URL('http://127.0.0.1:1'), file = join(folder, `${randomUUID()}.jsonl`)) {
  const sent: PhoneFrame[] = []
  const line = { open: true }
  const uplink = {
    send: (frame: PhoneFrame) => line.open && sent.push(frame) > 0,
    sendPicture: () => false,
  }
  const driver = new SimulatedDevice(createProfile(0, 'phone'), 'en')
  const outbox = new Outbox({
    ...{ file, uplink, notice: () => {}, signal: stopping.signal },
    reportError: () => Promise.resolve(),
  })
  onTestFinished(() => outbox.confirm(Number.POSITIVE_INFINITY))
  const log = new DeviceLog(outbox)
  const restart = vi.fn((away: () => Promise<void>) => away())
  const runner = new CommandRunner({
    driver,
    servers: { current: server },
    headers: ({ method, address }) => ({ authorization: `Bearer ${method} ${address.pathname}` }),
    outbox,
    log,
    notice: () => {},
    texts: agentTexts.en,
    restart,
    stopScript: () => false,
  })
  const run = async (command: CommandOrder['command'], content = '', cmdSubId = '1') => {
    runner.run({ action: 'command', command, content, cmdSubId })
    await vi.waitFor(() => expect(runner.runningIds).toEqual([]), patience)
    return states().at(-1)
  }
  const states = () => sent.filter((frame) => frame.action === 'commandState')
  return { line, driver, outbox, runner, restart, run, states }
}

describe('installing', () => {
  const content = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1000, 5)])
  const md5 = createHash('md5').update(content).digest('hex')
  let server: Server
  let origin: URL
  /** Requests that fail before the server works again. */
  let failures = 0
  let seen: (string | undefined)[][] = []
  beforeAll(async () => {
    server = createServer(({ method, url, headers }, response) => {
      seen.push([method, url, headers.authorization])
      if (failures > 0) {
        failures -= 1
        response.writeHead(500).end()
      } else if (method === 'POST')
        response.setHeader('content-type', 'application/json').end('{"code":0,"msg":""}')
      else if (url?.startsWith('/refused'))
        response.setHeader('content-type', 'application/json').end('{"msg":"gone"}')
      else response.end(url?.startsWith('/text') ? 'hello' : content)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterAll(() => void server.close())

  test('downloads the package from any server or from its own, and shows it as an icon', async () => {
    const { run, driver } = setUp(origin)
    const last = await run('inst', `${origin}packages/Chess%20Club.apk?v=2`, '1')
    expect(last).toMatchObject({ state: 'succeeded', msg: 'Installed: Chess Club' })
    expect(await run('inst', `/files/Go.apk#md5=${md5}`, '2')).toMatchObject({ state: 'succeeded' })
    expect(driver.state.installed).toEqual(['Chess Club', 'Go'])
  })

  test('is tried again while its server fails, and so is an upload; each try is a line of the command', async () => {
    const { run, states } = setUp(origin)
    failures = 1
    expect(await run('inst', `/files/Go.apk#md5=${md5}`, '1')).toMatchObject({ state: 'succeeded' })
    failures = 1
    expect(await run('shot', '', '2')).toMatchObject({ state: 'succeeded' })
    const line = 'Transfer interrupted: the server returned HTTP 500. Retrying (2 of 8).'
    expect(states().map(({ cmdSubId, state, msg }) => [cmdSubId, state, msg.startsWith(line)])).toEqual([
      ['1', 'acknowledged', false],
      ['1', 'running', false],
      ['1', 'running', true],
      ['1', 'succeeded', false],
      ['2', 'acknowledged', false],
      ['2', 'running', false],
      ['2', 'running', true],
      ['2', 'succeeded', false],
    ])
  })

  test('proves itself for the files of its server, whichever host the order names, and to no other', async () => {
    const { run } = setUp(origin)
    seen = []
    expect(await run('inst', 'https://phones.example/rapi/commandFile/1/a/Go.apk', '1')).toMatchObject({
      state: 'succeeded',
    })
    expect(await run('shot', '', '2')).toMatchObject({ state: 'succeeded' })
    expect(await run('inst', `${origin}Go.apk`, '3')).toMatchObject({ state: 'succeeded' })
    expect(seen).toEqual([
      ['GET', '/rapi/commandFile/1/a/Go.apk', 'Bearer GET /rapi/commandFile/1/a/Go.apk'],
      ['POST', '/rapi/commandFile/2', 'Bearer POST /rapi/commandFile/2'],
      ['GET', '/Go.apk', undefined],
    ])
  })

  test('takes the name of a file with a wrong escape as it is', async () => {
    const { run } = setUp(origin)
    expect(await run('inst', '/files/100%.apk')).toMatchObject({ state: 'succeeded', msg: 'Installed: 100%' })
  })

  test('rejects a wrong MD5, a file that is not a package, a refusal, and an invalid web address', async () => {
    const { run, driver } = setUp(origin)
    const ends = [
      await run('inst', '/files/Go.apk#md5=00', '1'),
      await run('inst', '/text.apk', '2'),
      await run('inst', '/refused.apk', '3'),
      await run('inst', 'file:///etc/passwd', '4'),
    ]
    expect(ends.map((end) => end?.state)).toEqual(['failed', 'failed', 'failed', 'failed'])
    const words = [/MD5/, /NOT_APK/, /gone/, /file:\/\/\/etc\/passwd/]
    for (const [place, word] of words.entries()) expect(ends[place]?.msg).toMatch(word)
    expect(driver.state.installed).toEqual([])
  })
})

test('the shell of a simulated phone runs the commands it knows and fails on others', async () => {
  const { run } = setUp()
  expect(await run('shellcmd', 'echo two  words', '1')).toMatchObject({
    state: 'succeeded',
    msg: 'two words',
  })
  expect(await run('shellcmd', 'format /', '2')).toMatchObject({
    state: 'failed',
    msg: expect.stringContaining('not found'),
  })
})

test('a long list of apps is sent in full, other long answers are cut and say so', async () => {
  const { driver, run } = setUp()
  const apps = Array.from({ length: 900 }, (_, at) => `com.example.application.number${at}`)
  vi.spyOn(driver, 'listApps').mockResolvedValue(apps)
  expect((await run('apps'))?.msg.split('\n')).toEqual(apps)
  vi.spyOn(driver, 'runShell').mockResolvedValue('x'.repeat(9000))
  const cut = (await run('shellcmd', 'cat', '2'))?.msg
  expect(cut).toHaveLength(4000)
  expect(cut).toMatch(
    /^x+\n\[(共 9000 个字符，仅显示开头|9000 characters in total, only the beginning is shown)\]$/,
  )
})

test('an unsupported command fails with the reason', async () => {
  const { run, driver } = setUp()
  Object.assign(driver, { locate: undefined })
  expect(await run('where', '', '1')).toMatchObject({
    state: 'failed',
    msg: 'This phone does not support the action: where',
  })
  expect(await run('stsc', '', '2')).toMatchObject({ state: 'failed', msg: 'No script is running' })
  expect(await run('stsc2', '', '3')).toMatchObject({ state: 'failed' })
})

test('a phone flashes when asked to identify itself', async () => {
  const { run, driver } = setUp()
  expect(await run('where')).toMatchObject({ state: 'succeeded' })
  expect(driver.state.flashUntil).toBeGreaterThan(Date.now())
  expect(driver.state.flashLabel).toBe(driver.identity.hardwareId)
})

test('restarting the agent calls its own restart, not the phone’s', async () => {
  const { run, restart, driver } = setUp()
  await run('rebootEC')
  expect(restart).toHaveBeenCalledOnce()
  expect(driver.state.screen).toBe('on')
})

test('an end that could not be reported is sent after reconnecting, even by another program', async () => {
  const file = join(folder, 'ended.jsonl')
  const order = { action: 'command', command: 'where', content: '', cmdSubId: '5' } as const
  const { line, runner, outbox, states } = setUp(undefined, file)
  line.open = false
  runner.run(order)
  await vi.waitFor(() => expect(runner.runningIds).toEqual([]), patience)
  expect(states()).toEqual([])
  expect(runner.heldIds).toEqual(['5'])
  const next = setUp(undefined, file)
  expect(next.runner.heldIds).toEqual(['5'])
  next.outbox.deliver()
  expect(next.states()).toMatchObject([{ cmdSubId: '5', state: 'succeeded' }])
  // It does not run again there.
  next.runner.run(order)
  expect(next.states()).toHaveLength(2)
  expect(next.driver.state.flashUntil).toBe(0)
  next.outbox.confirm(Number.POSITIVE_INFINITY)
  expect(next.runner.heldIds).toEqual([])
  line.open = true
  outbox.deliver()
  outbox.deliver()
  expect(states().map(({ state }) => state)).toEqual(['succeeded'])
})
